import CareClient
import CareModels
import Foundation

extension CareClient.Configuration {
    /// For a test (`CareClientTesting`): a client that touches nothing but the fake: no disk, no keychain, no network, no time. With `person` somebody is logged in. Change what it gives for a
    /// test that needs another: `isLive = true` for a live stream, `storage = .directory(folder)` and one keychain for two runs of an app. Throws what a
    /// keychain could throw.
    public static func fake(_ server: FakeServer, loggedInAs person: UserID? = nil, clock: FakeClock = FakeClock()) throws -> CareClient.Configuration {
        guard let address = URL(string: "https://care.test"), let redirect = URL(string: "my-app:/callback") else { throw CareError.unreadable("an address") }
        let keychain = Keychain.memory()
        if let person { try keychain.logIn(person, token: "access-1", until: clock.now.addingTimeInterval(600)) }
        return CareClient.Configuration(
            server: address, clientID: "my-app", redirect: redirect, storage: .memory, keychain: keychain, transport: server, clock: clock.clock, language: "en",
            isLive: false)
    }
}

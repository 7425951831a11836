import CareClientTesting
import CareModels
import Foundation

@testable import CareClient

/// What a client has of its device: a clock that a test sets, a keychain, a folder that is gone afterwards.
final class TestDevice: Sendable {
    let server = FakeServer()
    let keychain = Keychain.memory()
    let folder: URL
    private let time = FakeClock()

    static let address = URL(string: "https://care.test") ?? URL(fileURLWithPath: "/")
    static let redirect = URL(string: "my-app:/callback") ?? URL(fileURLWithPath: "/")
    static let user = UserID(UUID.v7())

    init() { folder = FileManager.default.temporaryDirectory.appendingPathComponent("care-\(UUID().uuidString)") }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var now: Date { time.now }
    func pass(_ seconds: TimeInterval) { time.pass(seconds) }
    var clock: CareClock { time.clock }

    var storage: CareStorage { .directory(folder) }

    func configuration(isLive: Bool = false) -> CareClient.Configuration {
        CareClient.Configuration(
            server: Self.address, clientID: "my-app", redirect: Self.redirect, storage: storage, keychain: keychain, transport: server, clock: clock,
            language: "en", isLive: isLive)
    }

    /// `silence` ends when an answer is to be taken for lost.
    func session(silence: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(3600)) }) throws -> CareSession {
        let authority = Authority(server: Self.address, clientID: "my-app", transport: server, clock: clock, silence: silence)
        return try CareSession(authority, redirect: Self.redirect, keychain: keychain, storage: .memory)
    }

    /// As after a login some time ago.
    func keepSession(_ access: String = "access-1", expiresIn seconds: TimeInterval = 600) throws {
        try keychain.logIn(Self.user, token: access, until: now.addingTimeInterval(seconds))
    }

    func cache(mostBytes: Int = .max) throws -> DiskCache {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try DiskCache(path: storage.path("cache.sqlite"), sealer: Sealer(keychain), mostBytes: mostBytes)
    }
}

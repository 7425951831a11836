import CareModels
import Foundation

@testable import CareClient

/// What a client has of its device: a clock that a test sets, a keychain, a folder that is gone afterwards.
final class TestDevice: Sendable {
    let server = FakeServer()
    let keychain = Keychain.memory()
    let folder: URL
    private let instant = Locked(Date(timeIntervalSince1970: 1_790_000_000))

    static let address = URL(string: "https://care.test") ?? URL(fileURLWithPath: "/")
    static let redirect = URL(string: "my-app:/callback") ?? URL(fileURLWithPath: "/")
    static let user = UserID(UUID.v7())

    init() { folder = FileManager.default.temporaryDirectory.appendingPathComponent("care-\(UUID().uuidString)") }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var now: Date { instant.withLock { $0 } }
    func pass(_ seconds: TimeInterval) { instant.withLock { $0.addTimeInterval(seconds) } }

    /// A short sleep passes the time, and takes none; a long one is what a test never waits for.
    var clock: CareClock {
        CareClock(
            now: { [self] in now },
            sleep: { [self] duration in
                try Task.checkCancellation()
                if duration > .seconds(8) { try await Task.sleep(for: .seconds(3600)) }
                pass(duration / .seconds(1))
                await Task.yield()
            }, random: { 0.5 })
    }

    var storage: CareStorage { .directory(folder) }

    func configuration(isLive: Bool = false) -> CareClient.Configuration {
        CareClient.Configuration(
            server: Self.address, clientID: "my-app", redirect: Self.redirect, storage: storage, keychain: keychain, transport: server, clock: clock,
            language: "en", isLive: isLive)
    }

    func session() throws -> CareSession {
        let authority = Authority(server: Self.address, clientID: "my-app", transport: server, clock: clock)
        return try CareSession(authority, redirect: Self.redirect, keychain: keychain, storage: .memory)
    }

    /// As after a login some time ago.
    func keepSession(_ access: String = "access-1", expiresIn seconds: TimeInterval = 600) throws {
        let tokens = Tokens(userID: Self.user, accessToken: access, expiresAt: now.addingTimeInterval(seconds), refreshToken: "refresh-1", scope: "")
        try keychain.write("session", Wire.encode(KeptSession(userID: Self.user, tokens: tokens)))
    }

    func cache(mostBytes: Int = .max) throws -> DiskCache {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try DiskCache(path: storage.path("cache.sqlite"), sealer: Sealer(keychain), mostBytes: mostBytes)
    }
}

import CareModels
import CareService
import Foundation
import HTTP
import Sealing
import ServiceTestKit
import TestKit

@testable import CareClient
@testable import MessagingService

/// Messaging on a real database over real HTTP, and apps that talk to it with the client as it is, network and disk included.
struct StoryWorld: Sendable {
    let world: ServiceWorld<Dependencies>

    /// - Parameter nonces: what proofs of possession have to hold besides.
    static func run(nonces: ProofNonces? = nil, _ body: @Sendable (StoryWorld) async throws -> Void) async throws {
        let clock = TestClock.running()
        let verifier = TestIssuer.verifier(nonces: nonces)
        var settings = MessagingSettings()
        settings.messagesPerMinute = 1_000_000
        let fixed = settings
        try await ServiceWorld<Dependencies>.run(
            TestKit.schema(migrations), clock, size: 10, verifier: { _ in verifier },
            dependencies: {
                Dependencies(
                    pool: $0, masterKeys: MasterKeys(current: [UInt8](repeating: 7, count: 32)), settings: fixed, now: { clock.now }, tokenClock: { clock.now })
            }, routes: { routes($0, verifier) }
        ) { world in try await body(StoryWorld(world: world)) }
    }

    /// Somebody whom Messaging has heard of, with a device of theirs.
    func person(_ role: Role, _ fullName: String) async throws -> Person {
        let id = UserID(.v7())
        let event = UserRegistered(id, role, fullName: fullName, at: world.dependencies.moment())
        try await world.pool.transaction { try await ProjectPerson()(PublicProfile(event), $0) }
        return Person(id: id, role: role, port: world.server.port)
    }

    struct Person: Sendable {
        let id: UserID
        let role: Role
        let port: Int
        private let keychain = Keychain.memory()
        private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("care-\(UUID().uuidString)")

        init(id: UserID, role: Role, port: Int) { (self.id, self.role, self.port) = (id, role, port) }

        /// Runs their app, logged in; the next one finds what this one has left. Without a port it finds no server.
        func run<Result: Sendable>(
            at port: Int? = nil, scope: String = "messages:read messages:write", over transport: any Transport = .system,
            clock: CareClock = .hurried, _ body: @Sendable (CareClient) async throws -> Result
        ) async throws -> Result {
            let token = try TestIssuer.token(id, role, scope: scope)
            try keychain.logIn(id, token: token, until: Date().addingTimeInterval(500), refreshToken: "none")
            guard let server = URL(string: "http://127.0.0.1:\(port ?? self.port)"), let redirect = URL(string: "my-app:/callback") else { throw CareError.offline }
            let care = try await CareClient(
                .init(
                    server: server, clientID: "my-app", redirect: redirect, storage: .directory(folder), keychain: keychain, transport: transport,
                    clock: clock, language: "en", isLive: scope.contains("messages:read")))
            do {
                let result = try await body(care)
                await care.close()
                return result
            } catch {
                await care.close()
                throw error
            }
        }

        func forget() { try? FileManager.default.removeItem(at: folder) }
    }
}

extension CareClock {
    /// Pauses between attempts, and between two pages, are short; what waits for a silence waits as long as ever.
    static let hurried = CareClock(
        now: { Date() }, sleep: { try await Task.sleep(for: $0 <= PageSocket.every ? $0 / 50 : $0) }, random: { Double.random(in: 0..<1) })
}

/// A network that lets no WebSocket through, nor a stream where it holds back what has no end.
struct BlockingTransport: Transport {
    var blocksStreams = false
    private let network = FetchTransport()

    init(blocksStreams: Bool = false) { self.blocksStreams = blocksStreams }

    func send(_ call: HTTPCall) async throws -> HTTPReply { try await network.send(call) }

    func openSocket(_ call: HTTPCall) async throws -> any TransportSocket { throw TransportFault.notUpgraded(status: 502) }

    func openStream(_ call: HTTPCall) async throws -> HTTPStream {
        if blocksStreams { throw TransportFault.unreachable }
        return try await network.openStream(call)
    }
}

/// The first that is as wanted, within a minute.
func first<Value>(_ watch: Watch<Value>, where isWanted: @escaping @Sendable (Watched<Value>) -> Bool) async throws -> Watched<Value> {
    try await withThrowingTaskGroup(of: Watched<Value>.self) { group in
        group.addTask {
            for try await watched in watch where isWanted(watched) { return watched }
            throw CareError.offline
        }
        group.addTask {
            try await Task.sleep(for: .seconds(60))
            throw CareError.server(status: 0, retryAfter: nil)
        }
        guard let found = try await group.next() else { throw CareError.offline }
        group.cancelAll()
        return found
    }
}

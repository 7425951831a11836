import CareModels
import Foundation
import NIOCore
import NIOHTTP1
import Postgres
import Synchronization
import TestKit
import Testing

@testable import CareService

@Suite(.timeLimit(.minutes(5))) struct IdempotencyTests {
    private struct Refused: Error {}
    private static let alice = Identity(
        userID: UserID(.v7()), role: .patient, clientID: "app", sessionID: nil, scopes: [], expiresAt: .distantFuture)
    private static let bob = Identity(
        userID: UserID(.v7()), role: .patient, clientID: "app", sessionID: nil, scopes: [], expiresAt: .distantFuture)

    private static func request(_ key: String?, body: String = "{}", path: String = "/appointments", caller: Identity? = alice) -> Request {
        var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: path)
        if let key { head.headers.add(name: "Idempotency-Key", value: key) }
        let route = Route.post("/appointments", .signedIn, operation: "book") { _ in .noContent }
        let peer = ClientAddress.Peer(address: "127.0.0.1", proxies: .loopback)
        return Request(head: head, route: route, body: Array(body.utf8), requestID: "r", peer: peer, caller: caller)
    }

    private static func book(_ pool: PostgresPool, _ request: Request) async throws -> Response {
        try await pool.idempotent(request) { transaction in
            try await transaction.execute("INSERT INTO effects (subject, version) VALUES (\(UUID()), 1)")
            let row = try await transaction.first("SELECT max(number) FROM effects")
            let number: Int = try #require(try row?[0])
            return try .json(["number": number], status: .created, version: number, headers: ["Location": "/appointments/\(number)"])
        }
    }

    private static func effects(_ pool: PostgresPool) async throws -> Int { try await pool.count("SELECT count(*) FROM effects") }

    private static func problem(_ body: () async throws -> Response) async throws -> Problem {
        do {
            _ = try await body()
            throw Refused()
        } catch let problem as Problem {
            return problem
        }
    }

    @Test func twentyEqualRequestsAtOnceTakeEffectOnceAndHearTheSame() async throws {
        try await Kit.withDatabase(size: 8) { pool, _ in
            let key = UUID().uuidString
            let responses = try await withThrowingTaskGroup(of: Response.self) { group in
                for _ in 0..<20 { group.addTask { try await Self.book(pool, Self.request(key)) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(try await Self.effects(pool) == 1)
            #expect(responses.count == 20)
            let replayed = responses.filter { $0.headers.first(name: "Idempotent-Replayed") == "true" }
            #expect(replayed.count == 19)
            for response in responses {
                #expect(response.status == .created && response.body == responses[0].body)
                for name in ["Content-Type", "Location", "ETag"] {
                    #expect(response.headers.first(name: name) == responses[0].headers.first(name: name))
                    #expect(response.headers.contains(name: name))
                }
            }
        }
    }

    @Test func anotherBodyOrPathUnderTheSameKeyIsRefused() async throws {
        try await Kit.withDatabase { pool, _ in
            _ = try await Self.book(pool, Self.request("k1"))
            for other in [Self.request("k1", body: "{ }"), Self.request("k1", path: "/appointments/")] {
                let problem = try await Self.problem { try await Self.book(pool, other) }
                #expect(problem.status == .unprocessableEntity && problem.slug == "idempotency-key-reused")
            }
            #expect(try await Self.effects(pool) == 1)
        }
    }

    @Test func keysOfDifferentCallersNeverMeetAndNoKeyMeansNoMemory() async throws {
        try await Kit.withDatabase { pool, _ in
            for caller in [Self.alice, Self.bob, nil] { _ = try await Self.book(pool, Self.request("k1", caller: caller)) }
            for _ in 0..<2 { _ = try await Self.book(pool, Self.request(nil)) }
            #expect(try await Self.effects(pool) == 5)
            #expect(try await pool.count("SELECT count(*) FROM idempotency_keys") == 3)
        }
    }

    @Test(arguments: ["", String(repeating: "k", count: 256), "schlüssel", "tab\tinside"])
    func aKeyThatIsNoneIsNamed(key: String) async throws {
        try await Kit.withDatabase { pool, _ in
            let problem = try await Self.problem { try await Self.book(pool, Self.request(key)) }
            #expect(problem.status == .badRequest && problem.fields.map(\.field) == ["Idempotency-Key"])
            #expect(problem.fields.first?.message.contains("255") == true)
        }
    }

    @Test func whatFailedIsDoneByTheRetry() async throws {
        try await Kit.withDatabase { pool, _ in
            let request = Self.request("k1")
            await #expect(throws: Problem.self) {
                _ = try await pool.idempotent(request) { _ in throw Problem.conflict("taken", title: "Taken") }
            }
            let response = try await Self.book(pool, request)
            #expect(response.status == .created && !response.headers.contains(name: "Idempotent-Replayed"))
        }
    }

    @Test func aKeyIsForgottenAfterItsLifetime() async throws {
        try await Kit.withDatabase { pool, _ in
            let request = Self.request("k1")
            let start = Date()
            func call(_ now: Date, _ number: UInt8) async throws -> [UInt8] {
                let response = try await pool.idempotent(request, lifetime: .seconds(60), now: now) { _ in Response(.ok, body: [number]) }
                return response.body
            }
            #expect(try await call(start, 1) == [1])
            #expect(try await call(start.addingTimeInterval(59), 2) == [1])
            #expect(try await call(start.addingTimeInterval(61), 3) == [3])
            #expect(try await call(start.addingTimeInterval(62), 4) == [3])
            let more = try await pool.transaction { try await $0.sweepIdempotencyKeys(before: start.addingTimeInterval(62)) }
            #expect(!more)
            #expect(try await pool.count("SELECT count(*) FROM idempotency_keys") == 0)
        }
    }

    @Test func theTableTellsNothing() async throws {
        try await Kit.withDatabase { pool, _ in
            let secret = "correct horse battery staple"
            let request = Self.request("9b1c6f4e", body: secret)
            _ = try await pool.idempotent(request) { _ in Response(.ok, body: Array(secret.utf8)) }
            let row = try await pool.withConnection { connection in
                let row = try await connection.first("SELECT encode(response, 'escape') || encode(fingerprint, 'hex') || encode(key_hash, 'escape') FROM idempotency_keys")
                let text: String? = try row?[0]
                return text
            }
            let text = try #require(row)
            #expect(!text.contains("correct") && !text.contains("9b1c6f4e"))
        }
    }
}

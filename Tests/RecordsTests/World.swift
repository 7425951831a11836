import CareModels
@testable import CareService
import Crypto
import Foundation
import NIOHTTP1
import Postgres
import Synchronization
import Testing
import TestKit

@testable import RecordsService

/// Records' routes over a real database and real HTTP, with a clock that tests set and tokens signed by a key of theirs.
final class World: Sendable {
    let pool: PostgresPool
    /// Of the database.
    let url: String
    let dependencies: Dependencies
    private let server: HTTPServer
    private let client = HTTPClient(mostConnections: 100, mostBytes: 64 << 20)
    private let clock: Clock

    private static let issuer = "http://issuer.test"
    private static let (privateKey, webKey) = {
        let key = P256.Signing.PrivateKey()
        return ([UInt8](key.rawRepresentation), JSONWebKey(publicKey: [UInt8](key.publicKey.x963Representation)))
    }()

    private final class Clock: Sendable {
        let now: Mutex<Date>
        init(_ now: Date) { self.now = Mutex(now) }
    }

    private init(_ pool: PostgresPool, url: String, now: Date) {
        self.pool = pool
        self.url = url
        let clock = Clock(now)
        self.clock = clock
        dependencies = Dependencies(
            pool: pool, keys: PersonKeys(Self.masters), eventSeal: EventSeal(Self.masters),
            base: "http://care.test", now: { clock.now.withLock { $0 } })
        server = HTTPServer(HTTPServerConfiguration(port: 0), routes: routes(dependencies), verifier: Self.verifier())
    }

    static let masters = MasterKeys(current: [UInt8](repeating: 42, count: 32))
    static let start = "2026-03-06T12:00:00Z"
    static let schema = (Migration.kit + migrations).map { (name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }

    @discardableResult
    static func run<R: Sendable>(now: String = start, size: Int = 10, _ body: (World) async throws -> R) async throws -> R {
        Log.level = .error
        let instant = try #require(RFC3339.parse(now))
        return try await TestKit.withDatabase(migrations: schema) { url in
            let pool = PostgresPool(try PostgresConfiguration(url: url), size: size, leaseDeadline: .seconds(30))
            let world = World(pool, url: url, now: instant)
            try await world.server.start()
            let result: Result<R, any Error>
            do {
                result = .success(try await body(world))
            } catch {
                result = .failure(error)
            }
            await world.server.drain(within: .seconds(1))
            await pool.close()
            return try result.get()
        }
    }

    func setClock(_ text: String) throws {
        let instant = try #require(RFC3339.parse(text))
        clock.now.withLock { $0 = instant }
    }

    // MARK: Callers

    struct Person: Sendable {
        var id: UserID
        var token: String
    }

    static let everyScope = "records:read records:write"

    static func verifier() -> TokenVerifier { TokenVerifier(issuer: issuer, audience: "careline") { [webKey] } }

    static func token(_ id: UserID?, _ role: Role, scope: String = everyScope) throws -> String {
        let now = Date()
        let claims = AccessTokenClaims(
            iss: issuer, aud: "careline", sub: id?.description ?? "machine", clientID: "machine", role: role, sid: nil, scope: scope,
            jti: UUID().uuidString, iat: now, exp: now.addingTimeInterval(600))
        return try JSONWebToken.sign(claims, type: "at+jwt", kid: webKey.kid, privateKey: privateKey)
    }

    func patient(scope: String = everyScope) throws -> Person {
        let id = UserID(.v7())
        return Person(id: id, token: try Self.token(id, .patient, scope: scope))
    }

    func machine(scope: String = everyScope + " records:any") throws -> Person { Person(id: UserID(.v7()), token: try Self.token(nil, .service, scope: scope)) }

    // MARK: Requests

    struct Answer: Sendable {
        var status: Int
        var headers: HTTPHeaders
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var tag: String? { headers.first(name: "ETag") }

        func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { try CareJSON.decode(type, from: Data(body)) }
        var json: JSONValue { get throws { try JSONDocument(body).root } }
        /// The resource's; what is no id when there is none.
        var id: String { (try? json)?["id"]?.string ?? "(no id)" }
        /// The first issue of an OperationOutcome.
        var issue: JSONValue { get throws { try #require(try json["issue"]?.children.first { _ in true }) } }
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ caller: Person?, _ body: [UInt8]? = nil, headers: HTTPHeaders = [:],
        type: String = "application/fhir+json"
    ) async throws -> Answer {
        var headers = headers
        if let caller { headers.add(name: "Authorization", value: "Bearer \(caller.token)") }
        if body != nil, !headers.contains(name: "Content-Type") { headers.add(name: "Content-Type", value: type) }
        let url = "http://127.0.0.1:\(server.port)\(path)"
        let response = try await client.send(method, url, headers: headers, body: body ?? [], deadline: .seconds(60))
        return Answer(status: Int(response.status.code), headers: response.headers, body: response.body)
    }

    func send(_ method: HTTPMethod, _ path: String, _ caller: Person?, _ body: String, headers: HTTPHeaders = [:]) async throws -> Answer {
        try await send(method, path, caller, Array(body.utf8), headers: headers)
    }

    func get(_ path: String, _ caller: Person?, headers: HTTPHeaders = [:]) async throws -> Answer {
        try await send(.GET, path, caller, headers: headers)
    }

    /// Many at once.
    func all(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> Answer) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            for index in 0..<count { group.addTask { try await body(index) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    // MARK: What was written

    struct Emitted: Sendable, Equatable, CustomStringConvertible {
        var type: String
        var version: Int
        var data: String
        var description: String { "\(type) v\(version)" }
    }

    func events(of subject: UUID, on topic: Topic = .records) async throws -> [Emitted] {
        let seal = dependencies.eventSeal
        return try await pool.withConnection { connection in
            let rows = try await connection.query("""
                SELECT event_id, type, version, data FROM outbox WHERE subject = \(subject) AND topic = \(topic.rawValue) ORDER BY position
                """)
            return try rows.map { row in
                var data: [UInt8] = try row["data"]
                if EventSeal.isSealed(data) { data = try seal.open(data, of: try row["event_id"]) }
                return Emitted(type: try row["type"], version: try row["version"], data: String(decoding: data, as: UTF8.self))
            }
        }
    }

    func count(_ sql: SQL) async throws -> Int {
        try await pool.withConnection { connection in
            let row = try await connection.first(sql)
            return try row?[0] ?? 0
        }
    }
}

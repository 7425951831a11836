import CareModels
import CareService
import Crypto
import Foundation
import NIOHTTP1
import Postgres
import Synchronization
import Testing
import TestKit

@testable import SchedulingService

/// Scheduling's routes over a real database and real HTTP, with a clock that tests set and tokens signed by a key of theirs.
final class World: Sendable {
    let pool: PostgresPool
    let dependencies: Dependencies
    private let server: HTTPServer
    private let client = HTTPClient(mostConnections: 250, mostBytes: 64 << 20)
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

    private init(_ pool: PostgresPool, now: Date) {
        self.pool = pool
        let clock = Clock(now)
        self.clock = clock
        dependencies = Dependencies(pool: pool, now: { clock.now.withLock { $0 } })
        server = HTTPServer(HTTPServerConfiguration(port: 0), routes: routes(dependencies), verifier: Self.verifier())
    }

    /// 2026-07-01 is a Wednesday.
    static let start = "2026-07-01T12:00:00Z"

    static let schema = (Migration.kit + migrations).map { (name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }

    static func run(now: String = start, size: Int = 10, _ body: (World) async throws -> Void) async throws {
        Log.level = .error
        let instant = try #require(RFC3339.parse(now))
        try await TestKit.withPool(migrations: schema, size: size, leaseDeadline: .seconds(30)) { pool in
            let world = World(pool, now: instant)
            try await world.server.start()
            do {
                try await body(world)
            } catch {
                await world.server.drain(within: .seconds(1))
                throw error
            }
            await world.server.drain(within: .seconds(1))
        }
    }

    func setClock(_ text: String) throws {
        let instant = try #require(RFC3339.parse(text))
        clock.now.withLock { $0 = instant }
    }

    // MARK: People

    struct Person: Sendable {
        var id: UserID
        var token: String
    }

    static let everyScope = "appointments:read appointments:write availability:write"

    static func verifier() -> TokenVerifier { TokenVerifier(issuer: issuer, audience: "careline") { [webKey] } }

    func token(_ id: UserID, _ role: Role, scope: String = everyScope) throws -> String { try Self.token(id, role, scope: scope) }

    static func token(_ id: UserID, _ role: Role, scope: String = everyScope) throws -> String {
        let now = Date()
        let claims = AccessTokenClaims(
            iss: issuer, aud: "careline", sub: id.description, clientID: "test", role: role, sid: nil, scope: scope,
            jti: UUID().uuidString, iat: now, exp: now.addingTimeInterval(600))
        return try JSONWebToken.sign(claims, type: "at+jwt", kid: webKey.kid, privateKey: privateKey)
    }

    /// A person whom Scheduling has heard of.
    func person(
        _ role: Role, fullName: String? = nil, specialty: String? = nil, timeZone: String? = "America/Winnipeg"
    ) async throws -> Person {
        let id = UserID(.v7())
        let event = UserRegistered(
            userId: id, version: 1, username: "user-\(id)", role: role, fullName: fullName, avatarUrl: nil,
            providerSpecialty: specialty, timeZone: timeZone, registeredAt: dependencies.now())
        try await pool.transaction { try await OnUserRegistered.handle(event, $0) }
        return Person(id: id, token: try token(id, role))
    }

    /// A provider open from Monday to Friday, 09:00 to 17:00 in Winnipeg, in slots of 30 minutes.
    func openProvider(_ settings: String = "", fullName: String? = nil, specialty: String? = nil) async throws -> Person {
        let provider = try await person(.provider, fullName: fullName, specialty: specialty)
        let days = ["monday", "tuesday", "wednesday", "thursday", "friday"]
        let weekly = days.map { #"{"weekday": "\#($0)", "start": "09:00", "end": "17:00"}"# }.joined(separator: ",")
        let answer = try await send(.POST, "/providers/availability", provider, #"{"weekly": [\#(weekly)]\#(settings)}"#)
        #expect(answer.status == 201)
        return provider
    }

    // MARK: Requests

    struct Answer: Sendable {
        var status: Int
        var headers: HTTPHeaders
        var body: [UInt8]

        func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { try CareJSON.decode(type, from: Data(body)) }
        var problem: ProblemBody { get throws { try decode() } }
        var appointment: AppointmentBody { get throws { try decode() } }
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ caller: Person?, _ body: String? = nil, headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        var headers = headers
        if let caller { headers.add(name: "Authorization", value: "Bearer \(caller.token)") }
        if body != nil { headers.add(name: "Content-Type", value: "application/json") }
        let url = "http://127.0.0.1:\(server.port)\(path)"
        let response = try await client.send(method, url, headers: headers, body: Array((body ?? "").utf8), deadline: .seconds(60))
        return Answer(status: Int(response.status.code), headers: response.headers, body: response.body)
    }

    func get(_ path: String, _ caller: Person?) async throws -> Answer { try await send(.GET, path, caller) }

    func book(
        _ provider: Person, _ patient: Person, at start: String, minutes: Int = 30, key: String? = nil
    ) async throws -> Answer {
        let end = try text(seconds(start) + minutes * 60)
        let body = #"{"providerId": "\#(provider.id)", "title": "Check-up", "description": "Line one\nLine two", "startTime": "\#(start)", "endTime": "\#(end)"}"#
        return try await send(.POST, "/appointments", patient, body, headers: key.map { ["Idempotency-Key": $0] } ?? [:])
    }

    func move(_ id: AppointmentID, _ caller: Person, to start: String, version: Int? = nil) async throws -> Answer {
        let end = try text(seconds(start) + 1800)
        let headers: HTTPHeaders = version.map { ["If-Match": "\"\($0)\""] } ?? [:]
        return try await send(.PATCH, "/appointments/\(id)", caller, #"{"startTime": "\#(start)", "endTime": "\#(end)"}"#, headers: headers)
    }

    // MARK: What was written

    struct Emitted: Sendable, Equatable, CustomStringConvertible {
        var type: String
        var version: Int
        var data: String
        var description: String { "\(type) v\(version)" }
    }

    func events(of subject: UUID) async throws -> [Emitted] {
        try await pool.withConnection { connection in
            let rows = try await connection.query(
                "SELECT type, version, convert_from(data, 'UTF8') AS data FROM outbox WHERE subject = \(subject) ORDER BY position")
            return try rows.map { Emitted(type: try $0["type"], version: try $0["version"], data: try $0["data"]) }
        }
    }

    func count(_ sql: SQL) async throws -> Int {
        try await pool.withConnection { connection in
            let row = try await connection.first(sql)
            return try row?["count"] ?? 0
        }
    }
}

struct ProblemBody: Decodable, Sendable {
    struct Field: Decodable, Sendable {
        var field: String
        var message: String
    }

    var type: String
    var detail: String?
    var fields: [Field]?
    var conflict: String?
    var conflictStartTime: String?
    var slug: String { type.split(separator: "/").last.map(String.init) ?? "" }
    var fieldNames: [String] { (fields ?? []).map(\.field) }
}

struct AppointmentBody: Decodable, Sendable {
    struct Cancellation: Decodable, Sendable {
        var cancelledBy: UserID?
        var reason: String?
    }

    var id: AppointmentID
    var version: Int
    var status: AppointmentStatus
    var title: String
    var description: String?
    var providerName: String?
    var patientName: String?
    var startTime: Date
    var endTime: Date
    var cancellation: Cancellation?
}

struct PageBody<Item: Decodable & Sendable>: Decodable, Sendable {
    var items: [Item]
    var nextCursor: String?
}

struct SlotItem: Decodable, Sendable {
    var startTime: String
    var endTime: String
}

import CareModels
import CareService
import Crypto
import Foundation
import NIOHTTP1
import Postgres
import Synchronization
import TestKit
import Testing

@testable import ERDirectoryService

/// The directory's routes over a real database and real HTTP, with a clock that tests set and tokens signed by a key of theirs.
final class World: Sendable {
    let pool: PostgresPool
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

    private init(_ pool: PostgresPool, now: Date) {
        self.pool = pool
        let clock = Clock(now)
        self.clock = clock
        dependencies = Dependencies(pool: pool, now: { clock.now.withLock { $0 } })
        server = HTTPServer(HTTPServerConfiguration(port: 0), routes: routes(dependencies), verifier: Self.verifier())
    }

    /// A Wednesday, 12:00 in Winnipeg (daylight saving time).
    static let start = "2026-07-01T17:00:00Z"

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

    // MARK: Callers

    struct Caller: Sendable {
        /// Nil: a machine.
        var id: UserID?
        var token: String
    }

    static func verifier() -> TokenVerifier { TokenVerifier(issuer: issuer, audience: "careline") { [webKey] } }

    static func caller(_ role: Role, scope: String = "ers:write") throws -> Caller {
        let id = role == .service ? nil : UserID(.v7())
        let now = Date()
        let claims = AccessTokenClaims(
            iss: issuer, aud: "careline", sub: id?.description ?? "importer", clientID: id == nil ? "importer" : "careline", role: role, sid: nil,
            scope: scope, jti: UUID().uuidString, iat: now, exp: now.addingTimeInterval(600))
        return Caller(id: id, token: try JSONWebToken.sign(claims, type: "at+jwt", kid: webKey.kid, privateKey: privateKey))
    }

    // MARK: Requests

    struct Answer: Sendable {
        var status: Int
        var headers: HTTPHeaders
        var body: [UInt8]

        func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { try CareJSON.decode(type, from: Data(body)) }
        var problem: ProblemBody { get throws { try decode() } }
        var er: ERBody { get throws { try decode() } }
        var tag: String? { headers.first(name: "etag") }
        var cache: String? { headers.first(name: "cache-control") }
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ caller: Caller?, _ body: String? = nil, headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        var headers = headers
        if let caller { headers.add(name: "Authorization", value: "Bearer \(caller.token)") }
        if body != nil { headers.add(name: "Content-Type", value: "application/json") }
        let url = "http://127.0.0.1:\(server.port)\(path)"
        let response = try await client.send(method, url, headers: headers, body: Array((body ?? "").utf8), deadline: .seconds(60))
        return Answer(status: Int(response.status.code), headers: response.headers, body: response.body)
    }

    func get(_ path: String, tag: String? = nil) async throws -> Answer {
        try await send(.GET, path, nil, headers: tag.map { ["If-None-Match": $0] } ?? [:])
    }

    /// A new emergency room, by default in Winnipeg.
    func enter(
        _ name: String, _ latitude: Double = 49.8951, _ longitude: Double = -97.1384, zone: String? = "America/Winnipeg", by caller: Caller
    ) async throws -> ERBody {
        let zoneField = zone.map { #", "timeZone": "\#($0)""# } ?? ""
        let body = #"{"name": "\#(name)", "latitude": \#(latitude), "longitude": \#(longitude), "country": "CA"\#(zoneField)}"#
        let answer = try await send(.POST, "/ers", caller, body)
        #expect(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
        return try answer.er
    }

    func putDay(_ er: ERID, _ date: String, _ hours: String, match: String = "*", by caller: Caller) async throws -> Answer {
        try await send(.PUT, "/ers/\(er)/schedule/\(date)", caller, hours, headers: ["If-Match": match])
    }

    // MARK: What was written

    struct Emitted: Sendable, Equatable, CustomStringConvertible {
        var type: String
        var version: Int
        var data: String
        var description: String { "\(type) v\(version)" }
    }

    func events(of subject: ERID) async throws -> [Emitted] {
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
    var slug: String { type.split(separator: "/").last.map(String.init) ?? "" }
    var fieldNames: [String] { (fields ?? []).map(\.field) }
}

struct HoursBody: Decodable, Equatable, Sendable {
    var start: String
    var end: String
}

struct ERBody: Decodable, Sendable {
    struct Today: Decodable, Sendable {
        var date: String
        var intervals: [HoursBody]
    }

    struct Freshness: Decodable, Sendable {
        var details: Date
        var hours: Date?
    }

    var id: ERID
    var version: Int
    var name: String
    var phone: String?
    var phoneLink: String?
    var country: String?
    var latitude: Double
    var longitude: Double
    var timeZone: String
    var timeZoneBasis: String
    var directions: String
    var status: String?
    var statusText: String?
    var statusUntil: Date?
    var today: Today?
    var distanceKm: Double?
    var freshness: Freshness?
}

struct NearestBody: Decodable, Sendable {
    var asOf: Date
    var freshUntil: Date
    var nearestOpen: ERBody?
    var otherOpen: [ERBody]
    var possiblyClosed: [ERBody]
}

struct DayBody: Decodable, Sendable {
    var date: String
    var known: Bool
    var intervals: [HoursBody]?
    var version: Int
}

struct ScheduleBody: Decodable, Sendable {
    var version: Int
    var items: [DayBody]
}

struct ChangesBody: Decodable, Sendable {
    struct Item: Decodable, Sendable {
        var position: Int
        var type: String
        var erId: ERID
        var deleted: Bool
        var er: ERBody?
        var schedule: DayBody?
    }

    var items: [Item]
    var nextSince: Int
    var more: Bool
}

struct PageBody<Item: Decodable & Sendable>: Decodable, Sendable {
    var items: [Item]
    var nextCursor: String?
}

/// The instant that a literal of a test spells.
func instant(_ text: String) -> Date {
    guard let instant = RFC3339.parse(text) else { preconditionFailure("no instant: \(text)") }
    return instant
}

let open24 = #"{"preset": "open24"}"#
let open12 = #"{"preset": "open12"}"#
let closed = #"{"preset": "closed"}"#

import CareModels
import Foundation
import Kafka
import NIOCore
import NIOHTTP1
import Postgres

// STUB of the public interface; each declaration moves to a file of its own, in HTTP/, Tokens/, Events/, Jobs/, Running/ …

// MARK: HTTP

public struct Request: Sendable {
    public var method: HTTPMethod { fatalError() }
    /// Path parameters by name, percent-decoded: `/users/:id` → `parameters["id"]`.
    public func parameter(_ name: String) throws -> String { fatalError() }
    /// A UUID path parameter; otherwise a 404 problem.
    public func id<Entity>(_ name: String, of: Entity.Type = Entity.self) throws -> ID<Entity> { fatalError() }
    public var query: QueryParameters { fatalError() }
    public var headers: HTTPHeaders { fatalError() }
    public var body: [UInt8] { fatalError() }
    /// Decodes JSON; 415 for another content type, a 400 problem that names the faulty field otherwise.
    public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { fatalError() }
    /// Decodes `application/x-www-form-urlencoded` (OAuth, HTML pages).
    public func form() throws -> [String: String] { fatalError() }
    /// The caller, checked by the route's access. Traps on a route open to anyone; use `caller` there.
    public var identity: Identity { fatalError() }
    public var caller: Identity? { fatalError() }
    /// The client's address, from the gateway's X-Forwarded-For when the peer is trusted.
    public var clientAddress: String { fatalError() }
    public var requestID: String { fatalError() }
    /// `?limit=&after=`; a 400 problem when limit is not in 1…most.
    public func page(default: Int = 50, most: Int = 200) throws -> PageRequest { fatalError() }
    /// The version named by If-Match, `nil` when absent, 400 when malformed.
    public func ifMatch() throws -> Int? { fatalError() }
}

public struct QueryParameters: Sendable {
    public subscript(_ name: String) -> String? { fatalError() }
    public func int(_ name: String, in range: ClosedRange<Int>) throws -> Int? { fatalError() }
    public func instant(_ name: String) throws -> Date? { fatalError() }
    public func value<T: RawRepresentable & CaseIterable>(_ name: String, _ type: T.Type) throws -> T? where T.RawValue == String { fatalError() }
}

public struct Response: Sendable {
    public var status: HTTPResponseStatus
    public var headers: HTTPHeaders
    public var body: [UInt8]
    public init(_ status: HTTPResponseStatus, headers: HTTPHeaders = [:], body: [UInt8] = []) { self.status = status; self.headers = headers; self.body = body }
    /// JSON with CareJSON; `version` becomes a strong ETag `"<version>"`.
    public static func json(_ value: some Encodable, status: HTTPResponseStatus = .ok, version: Int? = nil, headers: HTTPHeaders = [:]) throws -> Response { fatalError() }
    public static func html(_ text: String, status: HTTPResponseStatus = .ok, headers: HTTPHeaders = [:]) -> Response { fatalError() }
    /// 303, for pages; 302 where OAuth wants it.
    public static func redirect(to location: String, status: HTTPResponseStatus = .seeOther, headers: HTTPHeaders = [:]) -> Response { fatalError() }
    public static var noContent: Response { fatalError() }
}

/// Who is calling, from a checked access token (RFC 9068).
public struct Identity: Sendable, Equatable {
    public var userID: UserID?          // nil for a machine (client_credentials)
    public var role: Role
    public var clientID: String
    public var sessionID: SessionID?
    public var scopes: Set<String>
    public var expiresAt: Date
    public init(userID: UserID?, role: Role, clientID: String, sessionID: SessionID?, scopes: Set<String>, expiresAt: Date) { fatalError() }
    /// The user, or a 403 problem for a machine.
    public func user() throws -> UserID { fatalError() }
}

/// Who may call a route at all; ownership is the handler's business.
public struct Access: Sendable {
    public static var anyone: Access { fatalError() }
    public static var signedIn: Access { fatalError() }
    public static func roles(_ roles: Role...) -> Access { fatalError() }
    /// Also needs this scope in the token.
    public func scope(_ scope: String) -> Access { fatalError() }
}

/// One line of a service's table of contents.
public struct Route: Sendable {
    public typealias Handler = @Sendable (Request) async throws -> Response
    /// `query` names the only query parameters accepted (besides none): others are a 400. `operation` is the OpenAPI operationId.
    public init(_ method: HTTPMethod, _ path: String, _ access: Access, query: Set<String> = [], bodyLimit: Int = 1 << 20, operation: String, _ handler: @escaping Handler) { fatalError() }
    public static func get(_ path: String, _ access: Access, query: Set<String> = [], operation: String, _ handler: @escaping Handler) -> Route { fatalError() }
    public static func post(_ path: String, _ access: Access, query: Set<String> = [], bodyLimit: Int = 1 << 20, operation: String, _ handler: @escaping Handler) -> Route { fatalError() }
    public static func put(_ path: String, _ access: Access, query: Set<String> = [], bodyLimit: Int = 1 << 20, operation: String, _ handler: @escaping Handler) -> Route { fatalError() }
    public static func patch(_ path: String, _ access: Access, query: Set<String> = [], bodyLimit: Int = 1 << 20, operation: String, _ handler: @escaping Handler) -> Route { fatalError() }
    public static func delete(_ path: String, _ access: Access, query: Set<String> = [], bodyLimit: Int = 1 << 20, operation: String, _ handler: @escaping Handler) -> Route { fatalError() }
}

/// The error vocabulary at the edge (RFC 9457). Domain errors become one by `ProblemConvertible`, in one middleware.
public struct Problem: Error, Sendable {
    public struct Field: Sendable, Encodable { public var field: String; public var message: String
        public init(_ field: String, _ message: String) { self.field = field; self.message = message } }
    public var status: HTTPResponseStatus
    /// The last part of `https://careline.example/problems/<slug>`; stable.
    public var slug: String
    public var title: String
    public var detail: String?
    public var fields: [Field]
    public var extensions: [String: String]
    public var headers: HTTPHeaders
    public init(_ status: HTTPResponseStatus, _ slug: String, title: String, detail: String? = nil, fields: [Field] = [], extensions: [String: String] = [:], headers: HTTPHeaders = [:]) { fatalError() }
    public static func notFound(_ what: String) -> Problem { fatalError() }
    public static func forbidden(_ detail: String) -> Problem { fatalError() }
    public static func unauthorized(_ detail: String) -> Problem { fatalError() }
    public static func invalid(_ fields: [Field]) -> Problem { fatalError() }                       // 400 "validation"
    public static func conflict(_ slug: String, title: String, detail: String? = nil, extensions: [String: String] = [:]) -> Problem { fatalError() }
    public static func preconditionFailed(_ detail: String) -> Problem { fatalError() }            // 412
    public static func tooManyRequests(retryAfter: Int) -> Problem { fatalError() }
    public static func unavailable(retryAfter: Int) -> Problem { fatalError() }
}

public protocol ProblemConvertible: Error { var problem: Problem { get } }

/// Collects every faulty field, so that a client hears of all at once.
public struct Validation {
    public init() {}
    public mutating func fail(_ field: String, _ message: String) { fatalError() }
    /// Trimmed; nil (and a fault when `required`) if absent or empty; a fault when longer than `most` characters or with control characters.
    public mutating func text(_ value: String?, _ field: String, required: Bool = false, least: Int = 1, most: Int) -> String? { fatalError() }
    public mutating func timeZone(_ name: String?, _ field: String, required: Bool = false) -> String? { fatalError() }
    public mutating func check(_ condition: Bool, _ field: String, _ message: String) { fatalError() }
    /// Throws the 400 problem when anything failed.
    public func done() throws { fatalError() }
}

public struct PageRequest: Sendable {
    public var limit: Int
    /// The fields of the cursor that `next` made, e.g. [instant, id]; nil on the first page.
    public var after: [String]?
    /// Ask the database for `limit + 1` rows; this keeps `limit` and makes the cursor from the last kept one.
    public func page<T: Encodable & Sendable>(_ rows: [T], cursor: (T) -> [String]) -> Page<T> { fatalError() }
}

public struct Page<T: Encodable & Sendable>: Encodable, Sendable { public var items: [T]; public var nextCursor: String? }

extension PostgresPool {
    /// One transaction; with an `Idempotency-Key` header the response is kept beside the effect in the same commit, and a retry
    /// by the same caller with the same body gets it again (`Idempotent-Replayed: true`); another body is a 422 problem. Thrown problems are not kept.
    public func idempotent(_ request: Request, _ body: (Transaction) async throws -> Response) async throws -> Response { fatalError() }
}

// MARK: Tokens

/// Signs or checks ES256 JSON Web Tokens; keys come from a JWKS that is cached and fetched again for an unknown `kid`.
public struct TokenVerifier: Sendable {
    public init(issuer: String, audience: String, jwksURL: String) { fatalError() }
    /// For a service that has the keys itself (Auth).
    public init(issuer: String, audience: String, keys: @escaping @Sendable () async throws -> [JSONWebKey]) { fatalError() }
    public func verify(_ token: String, now: Date) async throws -> Identity { fatalError() }
    /// From `care.sessions.v1`: tokens of these sessions are refused until they would have expired.
    public func revoke(session: SessionID, until: Date) { fatalError() }
}

/// A public P-256 key of a JWKS (RFC 7517).
public struct JSONWebKey: Codable, Sendable, Equatable { public var kid: String; public var kty: String; public var crv: String; public var x: String; public var y: String; public var alg: String; public var use: String
    public init(kid: String, publicKey x963: [UInt8]) { fatalError() } }

public enum JSONWebToken {
    /// header.claims.signature with ES256; `type` is the `typ` header (`at+jwt`, `JWT`).
    public static func sign(_ claims: some Encodable, type: String, kid: String, privateKey p256Raw: [UInt8]) throws -> String { fatalError() }
}

// MARK: Events

extension Transaction {
    /// Writes the event to the outbox in this commit, with the trace of the request or message being handled.
    public func emit(_ event: some CareEvent) async throws { fatalError() }
    /// A durable timer: fires once, in a transaction of its own, at or after `due`, whatever crashes. The same (kind, key) again moves it.
    public func setTimer(_ kind: String, key: String, due: Date, payload: some Encodable & Sendable) async throws { fatalError() }
    public func cancelTimer(_ kind: String, key: String) async throws { fatalError() }
}

public struct ReceivedEvent: Sendable {
    public var id: EventID
    public var type: String
    public var subject: UUID
    public var time: Date
    public var data: [UInt8]
    public func decode<E: CareEvent>(_ type: E.Type) throws -> E { fatalError() }
}

/// What a service does with a topic's events: one transaction each, with the inbox row in it, so that a second delivery is a no-op.
public struct Consumer: Sendable {
    /// `name` is stable: it is part of the consumer group and of the inbox key.
    public init(_ name: String, topic: Topic, handle: @escaping @Sendable (ReceivedEvent, Transaction) async throws -> Void) { fatalError() }
    /// Hears every event in every replica, from now on, outside any group and without a transaction (revoked sessions, feed wake-ups).
    public static func broadcast(_ name: String, topic: Topic, handle: @escaping @Sendable (ReceivedEvent) async -> Void) -> Consumer { fatalError() }
}

public struct Job: Sendable {
    /// Fires durable timers of this kind.
    public static func timer(_ kind: String, handle: @escaping @Sendable (_ key: String, _ payload: [UInt8], Transaction) async throws -> Void) -> Job { fatalError() }
    /// Runs every `interval` in one replica at a time (advisory lock).
    public static func sweep(_ name: String, every interval: Duration, _ body: @escaping @Sendable (Transaction) async throws -> Void) -> Job { fatalError() }
}

// MARK: Running

public struct Migration: Sendable { public init(_ name: String, _ sql: [UInt8]) { fatalError() } }

/// Settings by environment variable, every fault reported at once and never a secret's value.
public struct Environment {
    public init(_ values: [String: String]) { fatalError() }
    public mutating func string(_ name: String, default: String? = nil) -> String { fatalError() }
    /// From NAME or from the file that NAME_FILE names.
    public mutating func secret(_ name: String, default: String? = nil) -> String { fatalError() }
    public mutating func int(_ name: String, default: Int, in range: ClosedRange<Int>) -> Int { fatalError() }
    public mutating func duration(_ name: String, default: Duration) -> Duration { fatalError() }   // "250ms", "10s", "5m", "24h", "30d"
    public mutating func bool(_ name: String, default: Bool) -> Bool { fatalError() }
    public mutating func fail(_ name: String, _ message: String) { fatalError() }
    /// Throws ConfigurationError with all faults.
    public func done() throws { fatalError() }
}

/// What every service needs: CARE_DATABASE_URL, CARE_KAFKA_BOOTSTRAP, CARE_HTTP_PORT, CARE_ISSUER, CARE_JWKS_URL, …
public struct ServiceConfiguration: Sendable {
    public var name: String
    public var issuer: String { fatalError() }
    public var audience: String { fatalError() }
    public init(name: String, _ environment: inout Environment) { fatalError() }
}

/// A service, put together: what `app(_:)` of each service returns and its tests start in-process.
public struct ServiceApp: Sendable {
    public init(
        _ configuration: ServiceConfiguration, pool: PostgresPool, verifier: TokenVerifier, routes: [Route],
        consumers: [Consumer] = [], jobs: [Job] = []
    ) { fatalError() }
    /// Serves until cancelled or SIGTERM/SIGINT: fails readiness, drains, commits, flushes, in that order.
    public func run() async throws { fatalError() }
}

public enum ServiceMain {
    /// The whole of a Main.swift: `serve` (default: migrates under a lock, then serves), `migrate`, `routes` (the table as JSON).
    public static func run(
        _ name: String, migrations: [Migration],
        app: @Sendable (ServiceConfiguration, inout Environment, PostgresPool) throws -> ServiceApp
    ) async { fatalError() }
}

public enum Log {
    /// One JSON line on standard output, with the current trace. Never health data, secrets or bodies.
    public static func debug(_ message: @autoclosure () -> String, _ fields: [String: String] = [:]) { fatalError() }
    public static func info(_ message: @autoclosure () -> String, _ fields: [String: String] = [:]) { fatalError() }
    public static func warning(_ message: @autoclosure () -> String, _ fields: [String: String] = [:]) { fatalError() }
    public static func error(_ message: @autoclosure () -> String, _ fields: [String: String] = [:]) { fatalError() }
}

/// Prometheus counters, gauges and histograms, process-wide, lock-light. Labels hold no ids.
public enum Metrics {
    public static func count(_ name: String, _ labels: [(String, String)] = [], by amount: Double = 1) { fatalError() }
    public static func gauge(_ name: String, _ labels: [(String, String)] = [], _ value: Double) { fatalError() }
    public static func observe(_ name: String, _ labels: [(String, String)] = [], seconds: Double) { fatalError() }
}

extension ID: PostgresEncodable { public var postgresValue: PostgresValue { uuid.postgresValue } }
extension ID: PostgresDecodable { public init(postgres column: PostgresColumn) throws { self.init(try UUID(postgres: column)) } }

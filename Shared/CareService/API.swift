import CareModels
import Foundation
import Kafka
import NIOCore
import NIOHTTP1
import Postgres

// STUB of the public interface; each declaration moves to a file of its own, in HTTP/, Tokens/, Events/, Jobs/, Running/ …

// MARK: HTTP

extension PostgresPool {
    /// One transaction; with an `Idempotency-Key` header the response is kept beside the effect in the same commit, and a retry
    /// by the same caller with the same body gets it again (`Idempotent-Replayed: true`); another body is a 422 problem. Thrown problems are not kept.
    public func idempotent(_ request: Request, _ body: (Transaction) async throws -> Response) async throws -> Response { fatalError() }
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

extension ID: PostgresEncodable { public var postgresValue: PostgresValue { uuid.postgresValue } }
extension ID: PostgresDecodable { public init(postgres column: PostgresColumn) throws { self.init(try UUID(postgres: column)) } }

import Foundation

// STUB of the public interface; each declaration moves to a file of its own.

public struct PostgresConfiguration: Sendable {
    /// `postgres://user:password@host:port/database?sslmode=verify-full&sslrootcert=…`, or a Unix socket's directory as `host=`.
    public init(url: String) throws { fatalError() }
    public var applicationName: String { get { fatalError() } set {} }
}

/// What runs statements: a lease outside a transaction, or a transaction.
public protocol PostgresRunner {
    func query(_ sql: SQL) async throws -> [Row]
    /// Rows affected.
    @discardableResult func execute(_ sql: SQL) async throws -> Int
    /// Sends all in one round trip (pipeline mode); rows affected by each. The first error fails the whole.
    @discardableResult func batch(_ statements: [SQL]) async throws -> [Int]
}

extension PostgresRunner {
    public func first(_ sql: SQL) async throws -> Row? { fatalError() }
}

/// A leased connection outside a transaction. Not Sendable: it cannot leave the closure that leased it.
public final class PostgresConnection: PostgresRunner {
    init() {}
    public func query(_ sql: SQL) async throws -> [Row] { fatalError() }
    public func execute(_ sql: SQL) async throws -> Int { fatalError() }
    public func batch(_ statements: [SQL]) async throws -> [Int] { fatalError() }
    /// COPY table (columns) FROM STDIN (binary or text).
    public func copy(into table: String, columns: [String], rows: [[PostgresValue?]]) async throws -> Int { fatalError() }
    /// Several statements in the simple protocol: migrations only.
    public func script(_ text: String) async throws { fatalError() }
}

/// An open transaction. Not Sendable: it cannot leave the closure.
public final class Transaction: PostgresRunner {
    init() {}
    public func query(_ sql: SQL) async throws -> [Row] { fatalError() }
    public func execute(_ sql: SQL) async throws -> Int { fatalError() }
    public func batch(_ statements: [SQL]) async throws -> [Int] { fatalError() }
    public func script(_ text: String) async throws { fatalError() }
    /// Runs after the commit is known (a NOTIFY's in-process twin, a cache's eviction). Not after a rollback.
    public func afterCommit(_ body: @escaping @Sendable () -> Void) { fatalError() }
}

public final class PostgresPool: Sendable {
    public enum Isolation: String, Sendable { case readCommitted = "READ COMMITTED", repeatableRead = "REPEATABLE READ", serializable = "SERIALIZABLE" }

    public init(_ configuration: PostgresConfiguration, size: Int = 8, leaseDeadline: Duration = .seconds(2)) { fatalError() }

    /// Waits up to the lease deadline for a connection, then throws `PostgresPoolError.exhausted`; while the server cannot be
    /// reached, `.unavailable`.
    public func withConnection<R: Sendable>(_ body: (PostgresConnection) async throws -> R) async throws -> R { fatalError() }

    /// BEGIN, body, COMMIT. Rolls back on any throw and rethrows it unwrapped; runs the body again (a fresh transaction) after a
    /// serialization failure or a deadlock, `retries` times with a growing, jittered wait.
    public func transaction<R: Sendable>(_ isolation: Isolation = .readCommitted, retries: Int = 5, _ body: (Transaction) async throws -> R) async throws -> R { fatalError() }

    public func close() async { fatalError() }
}

public enum PostgresPoolError: Error, Sendable { case exhausted, unavailable, closed }

/// An error that the server sent. `description` holds the SQLSTATE and the names of schema objects, never values.
public struct PostgresError: Error, Sendable {
    public var sqlState: String
    public var constraint: String?
    public var table: String?
    public var isUniqueViolation: Bool { sqlState == "23505" }
    public var isExclusionViolation: Bool { sqlState == "23P01" }
    public var isForeignKeyViolation: Bool { sqlState == "23503" }
    public var isCheckViolation: Bool { sqlState == "23514" }
}

/// Notifications of some channels, over a connection of its own that reconnects by itself. After a reconnect it yields one
/// empty notification per channel, since it may have missed some.
public final class PostgresListener: Sendable {
    public struct Notification: Sendable { public var channel: String; public var payload: String }
    public init(_ configuration: PostgresConfiguration, channels: [String]) { fatalError() }
    /// nil once closed.
    public func next() async -> Notification? { fatalError() }
    public func close() async { fatalError() }
}

/// `\(jsonb: …)` is not needed: wrap a Codable value to bind or read it as jsonb.
public struct JSONB<Value: Codable & Sendable>: Sendable {
    public var value: Value
    public init(_ value: Value) { self.value = value }
}
extension JSONB: PostgresEncodable { public var postgresValue: PostgresValue { fatalError() } }
extension JSONB: PostgresDecodable { public init(postgres column: PostgresColumn) throws { fatalError() } }

extension String: PostgresEncodable, PostgresDecodable { public var postgresValue: PostgresValue { fatalError() }; public init(postgres column: PostgresColumn) throws { fatalError() } }
extension Int: PostgresEncodable, PostgresDecodable { public var postgresValue: PostgresValue { fatalError() }; public init(postgres column: PostgresColumn) throws { fatalError() } }
extension Int16: PostgresEncodable, PostgresDecodable { public var postgresValue: PostgresValue { fatalError() }; public init(postgres column: PostgresColumn) throws { fatalError() } }
extension Int32: PostgresEncodable, PostgresDecodable { public var postgresValue: PostgresValue { fatalError() }; public init(postgres column: PostgresColumn) throws { fatalError() } }
extension Int64: PostgresEncodable, PostgresDecodable { public var postgresValue: PostgresValue { fatalError() }; public init(postgres column: PostgresColumn) throws { fatalError() } }
extension Double: PostgresEncodable, PostgresDecodable { public var postgresValue: PostgresValue { fatalError() }; public init(postgres column: PostgresColumn) throws { fatalError() } }
extension Bool: PostgresEncodable, PostgresDecodable { public var postgresValue: PostgresValue { fatalError() }; public init(postgres column: PostgresColumn) throws { fatalError() } }
extension UUID: PostgresEncodable, PostgresDecodable { public var postgresValue: PostgresValue { fatalError() }; public init(postgres column: PostgresColumn) throws { fatalError() } }
extension Date: PostgresEncodable, PostgresDecodable { public var postgresValue: PostgresValue { fatalError() }; public init(postgres column: PostgresColumn) throws { fatalError() } }
extension Data: PostgresEncodable, PostgresDecodable { public var postgresValue: PostgresValue { fatalError() }; public init(postgres column: PostgresColumn) throws { fatalError() } }
/// `[String]` binds as text[], `[UUID]` as uuid[], `[Int]` as bigint[], `[Date]` as timestamptz[]; `[UInt8]` is bytea.
extension Array: PostgresEncodable where Element: PostgresArrayElement { public var postgresValue: PostgresValue { fatalError() } }
extension Array: PostgresDecodable where Element: PostgresArrayElement { public init(postgres column: PostgresColumn) throws { fatalError() } }
public protocol PostgresArrayElement: Sendable {}
extension String: PostgresArrayElement {}
extension Int: PostgresArrayElement {}
extension UUID: PostgresArrayElement {}
extension Date: PostgresArrayElement {}
extension UInt8: PostgresArrayElement {}
/// An enum with a raw value binds and reads as that: `extension Status: PostgresEncodable, PostgresDecodable {}`.
extension RawRepresentable where RawValue: PostgresEncodable, Self: Sendable { public var postgresValue: PostgresValue { rawValue.postgresValue } }
extension RawRepresentable where RawValue: PostgresDecodable, Self: Sendable { public init(postgres column: PostgresColumn) throws { fatalError() } }

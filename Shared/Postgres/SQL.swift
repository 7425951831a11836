/// A statement whose interpolations are parameters: `"SELECT name FROM users WHERE id = \(id)"` becomes
/// `SELECT name FROM users WHERE id = $1`. Text that must not be a parameter (a table's name) is spelled `\(unescaped: …)`,
/// so that every such place can be found.
public struct SQL: ExpressibleByStringInterpolation, Sendable {
    public var text: String
    public var parameters: [PostgresValue?]

    public init(stringLiteral value: String) { fatalError() }
    public init(stringInterpolation: StringInterpolation) { fatalError() }

    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation(_ value: some PostgresEncodable) {}
        public mutating func appendInterpolation(_ value: (some PostgresEncodable)?) {}
        /// Another statement inside this one, with its parameters.
        public mutating func appendInterpolation(_ fragment: SQL) {}
        public mutating func appendInterpolation(unescaped text: String) {}
    }

    /// The statements joined, for a WHERE whose conditions vary.
    public static func join(_ parts: [SQL], separator: String) -> SQL { fatalError() }
}

/// A parameter as it goes over the wire.
public struct PostgresValue: Sendable {}

/// String, Int, Int16/32/64, Double, Bool, UUID, Date (timestamptz), [UInt8] and Data (bytea), arrays of them, JSONB,
/// RawRepresentable enums of them (declare conformance), and (in CareService) CareModels.ID.
public protocol PostgresEncodable: Sendable {
    var postgresValue: PostgresValue { get }
}

public protocol PostgresDecodable: Sendable {
    init(postgres column: PostgresColumn) throws
}

/// One field of a row: its type's oid, its format and its bytes.
public struct PostgresColumn: Sendable {}

public struct Row: Sendable {
    /// `let id: UUID = try row["id"]`; a missing column, a NULL where none is expected, or another type throws a
    /// `PostgresDecodingError` that names the column. Ask for an optional to accept NULL.
    public subscript<T: PostgresDecodable>(_ column: String) -> T { get throws { fatalError() } }
    public subscript<T: PostgresDecodable>(_ column: String) -> T? { get throws { fatalError() } }
    public subscript<T: PostgresDecodable>(_ column: Int) -> T { get throws { fatalError() } }
    public subscript<T: PostgresDecodable>(_ column: Int) -> T? { get throws { fatalError() } }
}

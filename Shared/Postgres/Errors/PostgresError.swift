import CPostgres

/// An error that the server sent. `description` holds the SQLSTATE and the names of schema objects, never values.
public struct PostgresError: Error, Sendable {
    /// Five characters, PostgreSQL's Appendix A.
    public var sqlState: String
    /// ERROR, FATAL or PANIC.
    public var severity: String
    public var schema: String?
    public var table: String?
    public var column: String?
    public var dataType: String?
    public var constraint: String?
    /// The server's primary message. Sensitive: it may quote values; never log it, never send it to a client.
    public var serverMessage: String
    /// A cached statement did not fit the schema any more: running it again prepares it anew.
    var isStaleStatement = false

    public init(sqlState: String, severity: String = "ERROR", constraint: String? = nil, table: String? = nil, serverMessage: String = "") {
        self.sqlState = sqlState
        self.severity = severity
        self.constraint = constraint
        self.table = table
        self.serverMessage = serverMessage
    }

    public var isUniqueViolation: Bool { sqlState == "23505" }
    public var isExclusionViolation: Bool { sqlState == "23P01" }
    public var isForeignKeyViolation: Bool { sqlState == "23503" }
    public var isCheckViolation: Bool { sqlState == "23514" }
    public var isNotNullViolation: Bool { sqlState == "23502" }
    /// A serialization failure, a deadlock, or a cached statement overtaken by a schema change: the same transaction may succeed
    /// when it runs again.
    public var isRetryable: Bool { sqlState == "40001" || sqlState == "40P01" || isStaleStatement }
    /// Cancelled: by the caller's task, by statement_timeout, or by an administrator.
    public var isCancellation: Bool { sqlState == "57014" }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        var parts = ["PostgreSQL \(severity) \(sqlState)"]
        for (label, name) in names { parts.append("\(label) \(name)") }
        return parts.joined(separator: ", ")
    }

    public var debugDescription: String { description }

    /// `dump` and string interpolation of a containing value go through the mirror: it must not show the message either.
    public var customMirror: Mirror {
        let state: [(label: String?, value: Any)] = [("sqlState", sqlState), ("severity", severity)]
        return Mirror(self, children: state + names.map { (label: $0.0, value: $0.1) })
    }

    private var names: [(String, String)] {
        [("schema", schema), ("table", table), ("column", column), ("type", dataType), ("constraint", constraint)]
            .compactMap { label, name in name.map { (label, $0) } }
    }
}

extension PostgresError {
    /// nil when libpq made the error itself, because the connection broke.
    init?(_ result: OpaquePointer) {
        func field(_ code: Character) -> String? {
            PQresultErrorField(result, Int32(code.asciiValue!)).map { String(cString: $0) }
        }
        guard let state = field("C") else { return nil }
        self.init(sqlState: state, severity: field("V") ?? "ERROR", constraint: field("n"), table: field("t"), serverMessage: field("M") ?? "")
        schema = field("s")
        column = field("c")
        dataType = field("d")
    }
}

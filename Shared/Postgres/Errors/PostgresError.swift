import CPostgres

/// An error that the server sent. `description` holds the SQLSTATE and the names of schema objects, never values.
package struct PostgresError: Error, Sendable {
    /// Five characters, PostgreSQL's Appendix A.
    package var sqlState: String
    /// ERROR, FATAL or PANIC.
    package var severity: String
    package var schema: String?
    package var table: String?
    package var column: String?
    package var dataType: String?
    package var constraint: String?
    /// The server's primary message. Sensitive: it may quote values; never log it, never send it to a client, but for what a
    /// migration raises itself (P0001).
    package var serverMessage: String
    /// A cached statement did not fit the schema any more: running it again prepares it anew.
    var isStaleStatement = false

    package init(sqlState: String, severity: String = "ERROR", constraint: String? = nil, table: String? = nil, serverMessage: String = "") {
        self.sqlState = sqlState
        self.severity = severity
        self.constraint = constraint
        self.table = table
        self.serverMessage = serverMessage
    }

    package var isUniqueViolation: Bool { sqlState == "23505" }
    package var isExclusionViolation: Bool { sqlState == "23P01" }
    package var isForeignKeyViolation: Bool { sqlState == "23503" }
    /// A serialization failure, a deadlock, or a cached statement overtaken by a schema change: the same transaction may succeed
    /// when it runs again.
    package var isRetryable: Bool { sqlState == "40001" || sqlState == "40P01" || isStaleStatement }
    /// Cancelled: by the caller's task, by statement_timeout, or by an administrator.
    package var isCancellation: Bool { sqlState == "57014" }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String {
        var parts = ["PostgreSQL \(severity) \(sqlState)"]
        for (label, name) in names { parts.append("\(label) \(name)") }
        return parts.joined(separator: ", ")
    }

    package var debugDescription: String { description }

    /// `dump` and string interpolation of a containing value go through the mirror: it must not show the message either.
    package var customMirror: Mirror {
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

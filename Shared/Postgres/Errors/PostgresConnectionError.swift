/// A connection failed under whoever was using it.
package enum PostgresConnectionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The connection broke (server restarted, backend terminated, network). Whatever ran in a transaction was rolled back: run the
    /// whole again. A single statement outside a transaction may have been applied. Holds the server's last SQLSTATE, if it sent one.
    case lost(sqlState: String?)
    /// The connection broke while COMMIT was under way: the transaction may or may not have been applied. Look, or retry under
    /// an idempotency key.
    case commitUnknown
    /// A connection or transaction was used after the closure that leased it, or by two tasks at a time.
    case misused

    /// True when the same work may be run again and will not be applied twice (provided that it ran in a transaction).
    package var isRetryable: Bool {
        if case .lost = self { true } else { false }
    }

    package var description: String {
        switch self {
        case .lost(let state): "the connection to PostgreSQL was lost\(state.map { " (\($0))" } ?? ""); retry"
        case .commitUnknown: "the connection to PostgreSQL was lost during COMMIT: its outcome is unknown"
        case .misused: "a PostgreSQL connection was used outside its lease"
        }
    }
}

/// No connection could be leased.
package enum PostgresPoolError: Error, Sendable, Equatable, CustomStringConvertible {
    /// All connections stayed busy until the lease deadline, or too many wait already.
    case exhausted
    /// The server cannot be reached.
    case unavailable
    case closed

    package var description: String {
        switch self {
        case .exhausted: "no PostgreSQL connection became free in time"
        case .unavailable: "PostgreSQL cannot be reached"
        case .closed: "the PostgreSQL pool is closed"
        }
    }
}

import Postgres
import Sealing

/// Something of the surroundings that passes: what needs it waits.
package protocol PassingFault: Error {}

/// Whose fault a failed attempt is: the event's (or its handler's), which more tries will not mend for ever, or the
/// surroundings', which pass.
package enum FaultKind: Equatable, Sendable {
    case transient, poison

    package init(_ error: any Error) {
        switch error {
        case is PostgresPoolError, is CancellationError: self = .transient
        // A setting: once it is mended the event is handled, so it must not be parked meanwhile.
        case is MasterKeyMissing: self = .transient
        case is any PassingFault: self = .transient
        case PostgresConnectionError.lost, PostgresConnectionError.commitUnknown: self = .transient
        case let error as PostgresError: self = Self.isTransient(sqlState: error.sqlState) ? .transient : .poison
        default: self = .poison
        }
    }

    /// PostgreSQL's Appendix A: classes 08 (connection), 53 (resources), 57P (operator: shutdown), 58 (system), and
    /// serialization failures, deadlocks, lock timeouts and a server that became read-only in a failover. A statement that ran
    /// into its own timeout (57014) is not among them: it may do so for ever.
    private static func isTransient(sqlState: String) -> Bool {
        let beginnings = ["08", "53", "57P", "58"]
        let states: Set<String> = ["40001", "40P01", "55P03", "25006"]
        return states.contains(sqlState) || beginnings.contains { sqlState.hasPrefix($0) }
    }
}

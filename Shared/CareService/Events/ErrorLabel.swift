import Kafka
import NIOCore
import Postgres

/// An error's name for logs, metrics and dead letters: its type, and for the database its SQLSTATE and constraint. Never its
/// message, which may hold values.
enum ErrorLabel {
    static func of(_ error: any Error) -> String {
        switch error {
        case let error as PostgresError:
            let constraint = error.constraint.map { " \($0)" } ?? ""
            return "PostgresError \(error.sqlState)\(constraint)"
        case let error as PostgresPoolError:
            return "PostgresPoolError.\(label(error))"
        case let error as KafkaError:
            return "KafkaError \(error.name)"
        default:
            return String(reflecting: type(of: error))
        }
    }

    /// In words, where an error's own are known to hold no values: for the operator, when a service cannot start or go on.
    static func explain(_ error: any Error) -> String {
        switch error {
        case let error as KafkaError: String(describing: error)
        case let error as PostgresPoolError: String(describing: error)
        case let error as PostgresConnectFailure: "PostgreSQL cannot be reached: \(error). Mend CARE_DATABASE_URL, or the server"
        case let error as IOError: String(describing: error)
        case let error as MigrationError: error.description
        case let error as PartFailed: error.description
        case let error as StopDeadlineExceeded: error.description
        default: of(error)
        }
    }

    private static func label(_ error: PostgresPoolError) -> String {
        switch error {
        case .exhausted: "exhausted"
        case .unavailable: "unavailable"
        case .closed: "closed"
        }
    }
}

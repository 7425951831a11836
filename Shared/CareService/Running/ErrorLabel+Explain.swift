import Kafka
import NIOCore
import Postgres
import Telemetry

extension ErrorLabel {
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
}

import Kafka
import Postgres
import Telemetry

/// By SQLSTATE and constraint.
extension PostgresError: LabelledError {
    package var label: String { "PostgresError \(sqlState)\(constraint.map { " \($0)" } ?? "")" }
}

extension PostgresPoolError: LabelledError {
    package var label: String {
        switch self {
        case .exhausted: "PostgresPoolError.exhausted"
        case .unavailable: "PostgresPoolError.unavailable"
        case .closed: "PostgresPoolError.closed"
        }
    }
}

extension KafkaError: LabelledError {
    package var label: String { "KafkaError \(name)" }
}

import HTTP
import Outbox
import Postgres
import Sealing
import Telemetry

extension KnownFailure {
    /// The database's and the master keys' failures; nil for any other error.
    static func ofPlatform(_ error: any Error) -> KnownFailure? {
        switch error {
        case PostgresConnectionError.commitUnknown:
            KnownFailure(.outcomeUnknown, .warning, "commit's outcome unknown")
        case let error as MasterKeyMissing:
            KnownFailure(.unavailable(retryAfter: 60), .error, "a master key is missing", ["fingerprint": error.id])
        case _ where FaultKind(error) == .transient || isCancellation(error):
            KnownFailure(.unavailable(retryAfter: isOutage(error) ? 5 : 1), .warning, "database not available", ["error": ErrorLabel.of(error)])
        default: nil
        }
    }

    /// A statement that was cancelled, as the request's deadline does, or that met its own timeout.
    private static func isCancellation(_ error: any Error) -> Bool { (error as? PostgresError)?.isCancellation == true }

    private static func isOutage(_ error: any Error) -> Bool {
        if case PostgresPoolError.unavailable = error { true } else { false }
    }
}

import Foundation
import Postgres

/// Every error that a handler lets through, as the problem that the client hears of.
enum ErrorMapping {
    static func problem(for error: any Error, _ exchange: Exchange) -> Problem {
        switch error {
        case let problem as Problem:
            return problem
        case let convertible as any ProblemConvertible:
            return convertible.problem
        case let error as DecodingError:
            return JSONBody.problem(error)
        case PostgresConnectionError.commitUnknown:
            Log.warning("commit's outcome unknown", ["requestId": exchange.requestID])
            return .outcomeUnknown
        case is CancellationError:
            return .unavailable(retryAfter: 1)
        case let error as MasterKeyMissing:
            Log.error("a master key is missing", ["requestId": exchange.requestID, "fingerprint": error.id])
            return .unavailable(retryAfter: 60)
        case _ where FaultKind(error) == .transient || isCancellation(error):
            Log.warning("database not available", ["requestId": exchange.requestID, "error": ErrorLabel.of(error)])
            return .unavailable(retryAfter: isOutage(error) ? 5 : 1)
        default:
            var fields = ["requestId": exchange.requestID, "error": ErrorLabel.of(error)]
            if case .found(let endpoint, _) = exchange.match { fields["operation"] = endpoint.route.operation }
            Log.error("request failed", fields)
            return .internal
        }
    }

    /// A statement that was cancelled, as the request's deadline does, or that met its own timeout.
    private static func isCancellation(_ error: any Error) -> Bool { (error as? PostgresError)?.isCancellation == true }

    private static func isOutage(_ error: any Error) -> Bool {
        if case PostgresPoolError.unavailable = error { true } else { false }
    }
}

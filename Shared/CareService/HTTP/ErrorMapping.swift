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
        case let error as PostgresPoolError:
            Log.warning("database not available", ["requestId": exchange.requestID, "reason": String(describing: error)])
            return .unavailable(retryAfter: error.isExhausted ? 1 : 5)
        case let error as PostgresError where isTransient(error.sqlState):
            Log.warning("database gave up", ["requestId": exchange.requestID, "sqlState": error.sqlState])
            return .unavailable(retryAfter: 1)
        case is CancellationError:
            return .unavailable(retryAfter: 1)
        default:
            // The type's name and our own database errors' description hold no values; other descriptions might.
            var fields = ["requestId": exchange.requestID, "error": String(reflecting: type(of: error))]
            if let error = error as? PostgresError {
                fields["sqlState"] = error.sqlState
                fields["constraint"] = error.constraint
                fields["table"] = error.table
            }
            if case .found(let endpoint, _) = exchange.match { fields["operation"] = endpoint.route.operation }
            Log.error("request failed", fields)
            return .internal
        }
    }

    /// Connection lost or refused (08), too many or out of resources (53), operator intervention (57P), and conflicts that
    /// outlived their retries (40).
    private static func isTransient(_ sqlState: String) -> Bool {
        ["08", "53", "57P", "40"].contains { sqlState.hasPrefix($0) }
    }
}

extension PostgresPoolError {
    fileprivate var isExhausted: Bool {
        if case .exhausted = self { true } else { false }
    }
}

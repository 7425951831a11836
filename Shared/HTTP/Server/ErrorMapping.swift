import Foundation
import Telemetry

/// A failure of what a service stands on, as those who know it tell the server: the problem for the client, and what the log hears.
package struct KnownFailure: Sendable {
    let problem: Problem
    let level: Log.Level
    let message: String
    let fields: [String: String]

    package init(_ problem: Problem, _ level: Log.Level, _ message: String, _ fields: [String: String] = [:]) {
        self.problem = problem
        self.level = level
        self.message = message
        self.fields = fields
    }
}

/// Every error that a handler lets through, as the problem that the client hears of.
struct ErrorMapping: Sendable {
    /// Of errors that are neither problems nor of the request.
    let known: @Sendable (any Error) -> KnownFailure?

    func problem(for error: any Error, _ exchange: Exchange) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let convertible as any ProblemConvertible: return convertible.problem
        case let error as DecodingError: return JSONBody.problem(error)
        case is CancellationError: return .unavailable(retryAfter: 1)
        default: break
        }
        if let failure = known(error) {
            Log.write(failure.level, failure.message, failure.fields.merging(["requestId": exchange.requestID]) { _, new in new })
            return failure.problem
        }
        var fields = ["requestId": exchange.requestID, "error": ErrorLabel.of(error)]
        if case .found(let endpoint, _) = exchange.match { fields["operation"] = endpoint.route.operation }
        Log.error("request failed", fields)
        return .internal
    }
}

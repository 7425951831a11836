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
        var operation: String?
        if case .found(let endpoint, _) = exchange.match { operation = endpoint.route.operation }
        let failure = failure(for: error, in: operation)
        Log.write(failure.level, failure.message, failure.fields.merging(["requestId": exchange.requestID]) { _, new in new })
        return failure.problem
    }

    /// Of what nobody has foreseen the log hears the type and in which operation it was; what it says of itself may hold somebody's data.
    func failure(for error: any Error, in operation: String?) -> KnownFailure {
        if let failure = known(error) { return failure }
        var fields = ["error": ErrorLabel.of(error)]
        fields["operation"] = operation
        return KnownFailure(.internal, .error, "request failed", fields)
    }
}

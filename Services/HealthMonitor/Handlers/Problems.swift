import CareModels
import HTTP

// How this service's refusals read to a client (RFC 9457). Each is thrown by a rule or a use case and rendered once, here.

extension Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noSuchAlert:
            Problem.notFound("alert")
        case .noAverage:
            Problem(.noAverage, detail: "No heart rate was recorded today or in the six days before.")
        }
    }
}

extension Answering.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .answeredOtherwise:
            Problem(.alreadyAnswered, detail: "GET /health/alerts/{id} shows the answer.")
        }
    }
}

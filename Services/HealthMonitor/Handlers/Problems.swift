import CareModels
import CareService
import HTTP

// How this service's refusals read to a client (RFC 9457). Each is thrown by a rule or a use case and rendered once, here.

extension Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noSuchAlert:
            Problem.notFound("There is no such alert.")
        case .noSuchHeartRate:
            Problem.notFound("There is no such heart rate.")
        case .noSuchReminder:
            Problem.notFound("There is no such reminder.")
        case .changed(let version):
            Problem.preconditionFailed("It is at version \(version) now; read it again.", current: version)
        case .noAverage:
            Problem(.noAverage, detail: "No heart rate was recorded today or in the six days before.")
        case .tooManyHeartRates(let most, let kept):
            QuotaExceeded("heart rates stored", limit: most, used: kept).problem
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

extension StoredHeartRate.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .isOfRecord:
            Problem(
                .ofRecord, detail: "Change or delete the Observation that observationId names: it follows.")
        }
    }
}

extension Reminding.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .over:
            Problem(.reminderOver, detail: "It has fired, or was cancelled; GET /health/reminders shows which.")
        }
    }
}

import CareModels
import HTTP

// How this service's refusals read to a client (RFC 9457).

extension Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noSuchWebhook: Problem.notFound("There is no such webhook.")
        case .changed(let version): Problem.preconditionFailed("It is at version \(version) now; read it again.", current: version)
        case .notGranted(let types):
            Problem(.forbidden, detail: "The operator has not granted this client \(types.joined(separator: ", ")).")
        case .tooMany(let limit):
            Problem(
                .quotaExceeded, detail: "A client has at most \(limit) webhooks. Remove one, or let one hear of more types.",
                members: ["limit": .number(limit), "used": .number(limit)])
        case .tooManyToReplay(let limit):
            Problem(
                .quotaExceeded, detail: "More than \(limit) events would wait at once. Replay from a later instant.",
                members: ["limit": .number(limit), "used": .number(limit)])
        }
    }
}

import CareModels
import CareService
import Foundation
import HTTP

// How this service's refusals read to a client. FHIR's routes show the same as an OperationOutcome.

extension Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noSuch(let thing): Problem.notFound(thing.rawValue)
        case .deleted(let thing, let version):
            Problem(
                .gone, "gone", title: "Deleted", detail: "This \(thing.rawValue) was deleted; its earlier versions can still be read.",
                headers: ["ETag": EntityTag(version: version, isWeak: true).description])
        case .conditionalCreation:
            Problem(
                .badRequest, "conditional-create", title: "Conditional creation is not supported",
                detail: "Search first, or send an Idempotency-Key so that a retry makes no second resource.", extensions: ["code": "not-supported"])
        case .quota(let limit, let used):
            QuotaExceeded("bytes stored among the records", limit: limit, used: used).problem
        }
    }
}

extension Precondition.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .changed(let current): .preconditionFailed("The current version is \(current); read it again.")
        case .absent: .preconditionFailed("There is no such record.")
        case .present: .preconditionFailed("There is such a record already.")
        }
    }
}

extension ResourceFault: ProblemConvertible {
    var problem: Problem {
        Problem(
            code == .tooCostly ? .payloadTooLarge : .badRequest, "invalid-resource", title: "The resource cannot be taken", detail: message,
            fields: path.map { [Fault($0, message)] } ?? [], extensions: ["code": code.rawValue])
    }
}

extension UnknownResourceType: ProblemConvertible {
    var problem: Problem {
        Problem(
            .notFound, "unknown-type", title: "Unknown resource type", detail: "FHIR \(release.version) has no such type of resource.",
            extensions: ["code": "not-supported"])
    }
}

extension UnreadableSearch: ProblemConvertible {
    var problem: Problem { Problem(cause) }
}

extension TransactionRefused: ProblemConvertible {
    var problem: Problem {
        var problem = Problem(refusal)
        problem.title = "Entry \(entry): \(problem.title)"
        return problem
    }
}

extension Problem {
    /// Of what a bundle's entry was refused with.
    init(_ refusal: any Error) {
        self = refusal as? Problem ?? (refusal as? any ProblemConvertible)?.problem ?? .internal
    }
}

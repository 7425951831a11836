import CareModels
import CareService
import FHIR
import Foundation
import HTTP

// How this service's refusals read to a client. FHIR's routes show the same as an OperationOutcome.

extension Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noSuch(let thing): Problem.notFound(thing.absence)
        case .deleted(let thing, let version):
            Problem(
                .gone, detail: thing.deletion,
                headers: ["ETag": EntityTag(version: version, isWeak: true).description])
        case .severalMatches:
            Problem(.severalMatches, detail: "Narrow the condition until it finds one resource at most.", members: ["code": "multiple-matches"])
        case .exports(let most):
            Problem(
                .tooManyAtOnce, detail: "At most \(most) exports are kept at once. Delete one, or wait until it expires.", headers: ["Retry-After": "60"])
        case .closed(let seconds): Problem.unavailable(retryAfter: seconds)
        case .quota(let limit, let used):
            QuotaExceeded("bytes stored among the records", limit: limit, used: used).problem
        }
    }
}

extension Refusal.Thing {
    fileprivate var absence: Text {
        switch self {
        case .resource: "There is no such resource."
        case .version: "There is no such version."
        case .record: "There is no such record."
        case .appData: "There is no such app data."
        case .export: "There is no such export."
        }
    }

    fileprivate var deletion: Text {
        switch self {
        case .resource: "This resource was deleted; its earlier versions can still be read."
        case .version: "This version was deleted; its earlier versions can still be read."
        case .record: "This record was deleted; its earlier versions can still be read."
        case .appData: "This app data was deleted; its earlier versions can still be read."
        // Nothing is left of an export.
        case .export: absence
        }
    }
}

extension Precondition.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .changed(let current): .preconditionFailed("The current version is \(current); read it again.", current: current)
        case .absent: .preconditionFailed("There is no such record.")
        case .present: .preconditionFailed("There is such a record already.")
        }
    }
}

extension RecordPermissions.Refusal: ProblemConvertible {
    var problem: Problem { Problem.insufficientScope([scope]) }
}

extension RecordReach.OutOfReach: ProblemConvertible {
    var problem: Problem { Problem.forbidden("The token is for resources of another category than this one.") }
}

extension ResourceFault: ProblemConvertible {
    var problem: Problem {
        Problem(type, detail: message, fields: path.map { [Fault($0, message)] } ?? [], members: ["code": .text(code.rawValue)])
    }

    private var type: ProblemType {
        switch code {
        case .tooCostly: .tooCostly
        case .processing: .patchNotApplicable
        default: .invalidResource
        }
    }
}

extension UnknownResourceType: ProblemConvertible {
    package var problem: Problem {
        Problem(.unknownType, detail: "FHIR \(release.version) has no such type of resource.", members: ["code": "not-supported"])
    }
}

extension UnreadableSearch: ProblemConvertible {
    var problem: Problem { Problem(cause) }
}

extension TransactionRefused: ProblemConvertible {
    var problem: Problem {
        var problem = Problem(refusal)
        let place: Text = "Entry \(entry)"
        problem.detail = problem.detail.map { "\(place): \($0)" } ?? place
        return problem
    }
}

extension Problem {
    /// Of what a bundle's entry was refused with.
    init(_ refusal: any Error) {
        self = refusal as? Problem ?? (refusal as? any ProblemConvertible)?.problem ?? .internal
    }
}

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
        case .nothingGiven(let isProvider):
            isProvider
                ? Problem.notFound("There is no such person, or they have given you nothing of their record.")
                : Problem.forbidden("Only your own records are yours to use.")
        case .notVerified: Problem.forbidden("This is for providers who were verified.")
        case .deleted(let thing, let version):
            Problem(
                .gone, detail: thing.deletion,
                headers: ["ETag": EntityTag(version: version, isWeak: true).description])
        case .severalMatches:
            Problem(.severalMatches, detail: "Narrow the condition until it finds one resource at most.", members: ["code": "multiple-matches"])
        case .othersSubscription: Problem.forbidden("Somebody else hears by this subscription: you can only end it.")
        case .tooManySubscriptions(let most):
            Problem(
                .quotaExceeded, detail: "At most \(most) subscriptions are active in a record. End one of them.",
                members: ["limit": .number(most), "used": .number(most)])
        case .tooManyAppDataKeys(let most):
            Problem(
                .quotaExceeded, detail: "A person has at most \(most) keys of devices, those that were retired among them.",
                members: ["limit": .number(most), "used": .number(most)])
        case .exports(let most):
            Problem(
                .quotaExceeded, detail: "At most \(most) exports are kept at once. Delete one, or wait until it expires.",
                members: ["limit": .number(most), "used": .number(most)])
        case .closed(let seconds): Problem.unavailable(retryAfter: seconds)
        case .tooManyUploads(let most):
            Problem(.tooManyUploads, detail: "\(most) are begun already. Finish some of them, or give them up with DELETE.", members: ["limit": .number(most)])
        case .uploadMoved(let offset):
            Problem(.uploadMoved, detail: "Ask by HEAD how much is here, and go on from there.", members: offset.map { ["offset": .number($0)] } ?? [:])
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
        case .appDataKey: "There is no such key."
        case .upload: "There is no such upload."
        case .attachment: "There is no such attachment."
        case .compartment: "Resources of this type have no compartment."
        case .export: "There is no such export."
        }
    }

    fileprivate var deletion: Text {
        switch self {
        // It is retired, never deleted.
        case .appDataKey: "There is no such key."
        case .resource: "This resource was deleted; its earlier versions can still be read."
        case .version: "This version was deleted; its earlier versions can still be read."
        case .record: "This record was deleted; its earlier versions can still be read."
        case .appData: "This app data was deleted; its earlier versions can still be read."
        case .upload: "This upload was given up."
        case .attachment: "This attachment was deleted; its earlier versions can still be read."
        case .compartment: "Resources of this type have no compartment."
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
    var problem: Problem {
        switch self {
        case .scope(let scope): Problem.insufficientScope([scope])
        case .consent: Problem.forbidden("The person's consent is not for this.")
        case .patientAlone: Problem.forbidden("Who may see their record the person says themselves.")
        }
    }
}

extension RecordReach.OutOfReach: ProblemConvertible {
    var problem: Problem { Problem.forbidden("The token, or the person's consent, is for other resources than this one.") }
}

extension ResourceFault: ProblemConvertible {
    var problem: Problem {
        var problem = Problem(type, detail: message, fields: path.map { [Fault($0, message)] } ?? [], members: ["code": .text(code.rawValue)])
        if let limit { problem.members["limit"] = .number(limit) }
        return problem
    }

    private var type: ProblemType {
        switch code {
        case .tooCostly: .tooCostly
        case .processing: .patchNotApplicable
        case .businessRule: .incompleteResource
        default: .invalidResource
        }
    }
}

extension ContentMismatch: ProblemConvertible {
    var problem: Problem {
        let message: Text =
            switch cause {
            case .type(let declared, let found?): "is \(declared), but the bytes are \(found)"
            case .type(let declared, nil): "is \(declared), but the bytes are not"
            case .size(let declared, let found): "is \(declared), but there are \(found) bytes"
            case .hash: "is not the SHA-1 of the bytes"
            case .damaged: "is damaged, or a picture of a kind whose position cannot be taken out; send it with \(FileHeaders.keepMetadata): true to keep it as it is"
            case .empty: "is empty"
            }
        let field =
            switch cause {
            case .type: "Content-Type"
            default: "body"
            }
        return Problem(.contentMismatch, fields: [Fault(path ?? field, message)], members: ["code": .text("value")])
    }
}

extension ContentGone: ProblemConvertible {
    var problem: Problem { .unavailable(retryAfter: 1) }
}

extension InvalidResource: ProblemConvertible {
    var problem: Problem {
        let errors = issues.filter { $0.severity == .error }
        var problem = Problem(
            .invalidResource, detail: errors.first?.text, fields: errors.map { Fault($0.expression, $0.text) },
            members: ["code": .text((errors.first?.code ?? .structure).rawValue)])
        problem.cause = self
        return problem
    }
}

extension UnknownResourceType: ProblemConvertible {
    package var problem: Problem {
        Problem(.unknownType, detail: "FHIR \(release.version) has no such type of resource.", members: ["code": "not-supported"])
    }
}

extension SearchFault: ProblemConvertible {
    package var problem: Problem { Problem.invalid(Fault(name, message)) }
}

extension ConsentsChanged: ProblemConvertible {
    var problem: Problem { Problem.unavailable(retryAfter: 1) }
}

extension NotNoted: ProblemConvertible {
    var problem: Problem { Problem.unavailable(retryAfter: 1) }
}

extension NotedForGood: ProblemConvertible {
    var problem: Problem { Problem(.methodNotAllowed, detail: "Who used a record was noted for good: it is only read.", headers: ["Allow": "GET"]) }
}

extension UnreadableSearch: ProblemConvertible {
    var problem: Problem { Problem(cause) }
}

extension TransactionRefused: ProblemConvertible {
    var problem: Problem {
        var problem = Problem(refusal)
        if let invalid = refusal as? InvalidResource { problem.cause = invalid.inEntry(entry) }
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

import CareModels
import Foundation
import HTTP

// How this service's refusals read to a client. FHIR's routes show the same as an OperationOutcome.

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

extension Problem {
    /// 410: it was there.
    static func gone(_ what: String, version: Int) -> Problem {
        Problem(
            .gone, "gone", title: "Deleted", detail: "This \(what) was deleted; its earlier versions can still be read.",
            headers: ["ETag": VersionTags.tag(version)])
    }
}

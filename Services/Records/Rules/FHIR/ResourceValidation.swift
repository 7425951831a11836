import FHIR
import JSON

/// What is done about a resource that is not as FHIR's definitions of its release have it: CARE_RECORDS_VALIDATION.
enum ResourceValidation: String, CaseIterable, Sendable {
    /// Nothing is looked at.
    case off
    /// It is stored, and who asks for an outcome is told.
    case warn
    /// What is wrong in its structure is refused: elements, their number and types, values, required codes. An invariant that is not kept is told as in `warn`.
    case enforce

    /// What a client sent. Whose values are empty or null is told all that would be refused, at once.
    func draft(_ value: JSONValue, _ release: FHIRRelease) throws -> ResourceDraft {
        do {
            return try ResourceDraft(value)
        } catch let empty as InvalidResource {
            guard self == .enforce else { throw empty }
            let issues = try Validator(release).validate(value).issues
            // Whatever the definitions have nothing against is no JSON of FHIR's all the same.
            throw issues.contains(where: Self.isOfStructure) ? InvalidResource(issues: issues) : empty
        }
    }

    /// The draft with what was found, which is looked for once.
    func checked(_ draft: ResourceDraft, _ release: FHIRRelease) throws -> ResourceDraft {
        guard self != .off, draft.issues == nil else { return draft }
        let result = try Validator(release).validate(draft.value)
        guard self == .warn || !result.issues.contains(where: Self.isOfStructure) else { throw InvalidResource(issues: result.issues) }
        var checked = draft
        checked.issues = result.issues
        return checked
    }

    private static func isOfStructure(_ issue: ValidationIssue) -> Bool { issue.severity == .error && issue.code != .invariant }
}

/// A resource is not as FHIR's definitions have it.
struct InvalidResource: Error {
    /// At least one is an error.
    var issues: [ValidationIssue]

    /// The same of a transaction: places are the bundle's.
    func inEntry(_ entry: Int) -> InvalidResource {
        InvalidResource(
            issues: issues.map { issue in
                var issue = issue
                issue.expression = "Bundle.entry[\(entry)].resource" + issue.expression.drop { $0 != "." }
                return issue
            })
    }
}

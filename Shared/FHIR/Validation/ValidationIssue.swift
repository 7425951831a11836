import CareModels

/// What is wrong with a resource, or might be, and where.
package struct ValidationIssue: Equatable, Sendable {
    package enum Severity: String, Sendable { case error, warning, information }

    /// Of the value set issue-type, which both releases have.
    package enum Code: String, Sendable {
        case structure, required, value, invariant, codeInvalid = "code-invalid", tooCostly = "too-costly", informational
    }

    package var severity: Severity
    package var code: Code
    /// The element in FHIRPath, such as `Observation.component[0].value`; of one that is missing, where it should be.
    package var expression: String
    /// What is broken: `Observation.status: min 1`, `obs-6`.
    package var rule: String
    package var text: Text

    package init(severity: Severity, code: Code, expression: String, rule: String, text: Text) {
        self.severity = severity
        self.code = code
        self.expression = expression
        self.rule = rule
        self.text = text
    }
}

/// What came of looking at a resource.
package struct ValidationResult: Sendable {
    package internal(set) var issues: [ValidationIssue] = []
    /// What it cost: one for each value, each byte of a text sixty-fourth of one.
    package internal(set) var steps = 0
    /// What asking constraints cost beside, in steps of FHIRPath.
    package internal(set) var pathSteps = 0

    package var errors: [ValidationIssue] { issues.filter { $0.severity == .error } }
    package var isValid: Bool { !issues.contains { $0.severity == .error } }
}

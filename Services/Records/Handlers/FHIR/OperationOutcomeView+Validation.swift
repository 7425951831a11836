import CareModels
import FHIR

extension OperationOutcomeView {
    /// What came of looking at a resource: that all is well, when nothing is wrong.
    init(_ issues: [ValidationIssue], in language: Language) {
        let fine: Text = "The resource is as FHIR has it."
        let all =
            issues.isEmpty ? [Issue(severity: "information", code: "informational", diagnostics: fine.string(in: language))] : Self.issues(issues, in: language)
        self.init(issues: all)
    }

    /// Of what was stored, with what there is to say of it.
    init(stored written: WrittenRecord, in language: Language) {
        let stored: Text = "Stored as version \(written.version)."
        let issue = Issue(severity: "information", code: "informational", diagnostics: stored.string(in: language))
        self.init(issues: [issue] + Self.issues(written.issues, in: language))
    }

    static func issues(_ issues: [ValidationIssue], in language: Language) -> [Issue] {
        issues.map { issue in
            Issue(
                severity: issue.severity.rawValue, code: issue.code.rawValue, rule: issue.rule, diagnostics: issue.text.string(in: language),
                expression: issue.expression)
        }
    }
}

import JSON

/// FHIR's form of an error, and of a word on what was done (http://hl7.org/fhir/R4/operationoutcome.html).
struct OperationOutcomeView: Sendable {
    struct Issue: Sendable {
        var severity = "error"
        /// Of the value set issue-type.
        var code: String
        /// What is broken, such as `obs-6`.
        var rule: String?
        var diagnostics: String
        var expression: String?
    }

    /// Of the extension that names the request. Both releases let any resource have one.
    static let requestExtension = "/fhir/StructureDefinition/request-id"

    let issues: [Issue]
    /// Under which it was logged, and where the extension's address begins.
    var request: (id: String, base: String)?

    init(issues: [Issue]) { self.issues = issues }

    var bytes: [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.member("resourceType", "OperationOutcome")
            if let request {
                $0.list("extension", [request]) { request, json in
                    json.object {
                        $0.member("url", request.base + Self.requestExtension)
                        $0.member("valueString", request.id)
                    }
                }
            }
            $0.list("issue", issues) { issue, json in
                json.object {
                    $0.member("severity", issue.severity)
                    $0.member("code", issue.code)
                    if let rule = issue.rule { $0.object("details") { $0.member("text", rule) } }
                    $0.member("diagnostics", issue.diagnostics)
                    if let expression = issue.expression { $0.list("expression", [expression]) { $1.value($0) } }
                }
            }
        }
        return json.bytes
    }
}

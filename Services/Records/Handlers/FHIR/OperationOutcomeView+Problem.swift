import CareModels
import FHIR
import HTTP

extension OperationOutcomeView {
    init(_ problem: Problem, in language: Language) {
        if let invalid = problem.cause as? InvalidResource {
            self.init(invalid.issues, in: language)
            return
        }
        let code = if case .text(let known)? = problem.members["code"] { known } else { Self.code(problem) }
        let title = problem.type.title
        let text: Text = problem.detail.map { "\(title): \($0)" } ?? title
        let words = text.string(in: language)
        guard !problem.fields.isEmpty else {
            self.init(issues: [Issue(code: code, diagnostics: words)])
            return
        }
        let issues = problem.fields.map { field -> Issue in
            // A resource's fault says it all in its message; a parameter's message goes on from its name.
            let message = field.message(in: language)
            if problem.detail != nil, words.hasSuffix(message) { return Issue(code: code, diagnostics: words, expression: field.field) }
            let goesOn: Text = words.hasSuffix(".") ? "\(words) \(field.field) \(message)" : "\(words): \(field.field) \(message)"
            return Issue(code: code, diagnostics: goesOn.string(in: language), expression: field.field)
        }
        let rest = Faults.rest(problem.moreFields).map { Issue(code: code, diagnostics: $0.string(in: language)) }
        self.init(issues: issues + (rest.map { [$0] } ?? []))
    }

    /// Of the value set issue-type, in both releases.
    private static func code(_ problem: Problem) -> String {
        if problem.type == .quotaExceeded { return "business-rule" }
        return switch problem.status.code {
        case 401: "login"
        case 403: "forbidden"
        case 404, 410: "not-found"
        case 405, 406, 415, 501: "not-supported"
        case 409, 412: "conflict"
        case 413: "too-long"
        case 422: "processing"
        case 429: "throttled"
        case 503: "transient"
        case 500: "exception"
        default: "invalid"
        }
    }

    /// Of the address of a whole release, which people open to see what is there.
    static func atBase(of release: FHIRRelease) -> Route.ProblemRenderer {
        { problem, refused in
            guard problem.type == .unauthorized, let detail = problem.detail else { return response(problem, to: refused) }
            let hint: Text =
                "FHIR \(release.version) is at this address: GET \(release.path)/metadata says what it offers, without a token, and /docs/records is the guide."
            var told = problem
            let both: Text = "\(detail) \(hint)"
            told.detail = both
            return response(told, to: refused)
        }
    }

    static func response(_ problem: Problem, to refused: RefusedRequest) -> Response {
        var headers = problem.headers
        headers.replaceOrAdd(name: "Content-Type", value: FHIRRelease.mediaType)
        headers.replaceOrAdd(name: "Cache-Control", value: "no-store")
        var outcome = OperationOutcomeView(problem, in: refused.language)
        outcome.request = (refused.requestID, refused.issuer)
        var response = Response(problem.status, headers: headers, body: outcome.bytes)
        response.isWritten(in: refused.language)
        return response
    }
}

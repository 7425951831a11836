import HTTP

extension OperationOutcomeView {
    init(_ problem: Problem) {
        let code = if case .text(let known)? = problem.members["code"] { known } else { Self.code(problem) }
        let words = [problem.type.title, problem.detail].compactMap { $0 }.joined(separator: ": ")
        guard !problem.fields.isEmpty else {
            issues = [Issue(code: code, diagnostics: words)]
            return
        }
        issues = problem.fields.map { field in
            // A resource's fault says it all in its message; a parameter's message goes on from its name.
            let goesOn = words + (words.hasSuffix(".") ? " " : ": ") + "\(field.field) \(field.message)"
            let text = problem.detail?.hasSuffix(field.message) == true ? words : goesOn
            return Issue(code: code, diagnostics: text, expression: field.field)
        }
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

    static func response(_ problem: Problem, requestID: String) -> Response {
        var headers = problem.headers
        headers.replaceOrAdd(name: "Content-Type", value: FHIRRelease.mediaType)
        headers.replaceOrAdd(name: "Cache-Control", value: "no-store")
        return Response(problem.status, headers: headers, body: OperationOutcomeView(problem).bytes)
    }
}

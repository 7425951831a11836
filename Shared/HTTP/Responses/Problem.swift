import CareModels

/// The error vocabulary at the edge (RFC 9457). Domain errors become one by `ProblemConvertible`, in one middleware.
package struct Problem: Error, Sendable {
    package var status: HTTPResponseStatus
    /// The last part of `https://careline.example/problems/<slug>`; stable.
    package var slug: String
    package var title: String
    package var detail: String?
    package var fields: [Fault]
    package var extensions: [String: String]
    /// Extensions that are whole numbers.
    package var numbers: [String: Int] = [:]
    package var headers: HTTPHeaders

    package init(
        _ status: HTTPResponseStatus, _ slug: String, title: String, detail: String? = nil, fields: [Fault] = [],
        extensions: [String: String] = [:], headers: HTTPHeaders = [:]
    ) {
        self.status = status
        self.slug = slug
        self.title = title
        self.detail = detail
        self.fields = fields
        self.extensions = extensions
        self.headers = headers
    }

    /// 404; `what` is a noun, such as "appointment".
    package static func notFound(_ what: String) -> Problem {
        Problem(.notFound, "not-found", title: "Not found", detail: "There is no such \(what).")
    }

    package static func forbidden(_ detail: String) -> Problem {
        Problem(.forbidden, "forbidden", title: "Not allowed", detail: detail)
    }

    /// 403 for a token without all of these scopes (RFC 6750, section 3.1).
    package static func insufficientScope(_ needed: Set<String>) -> Problem {
        let scope = needed.sorted().joined(separator: " ")
        return Problem(
            .forbidden, "insufficient-scope", title: "Not allowed", detail: "The token lacks the scope \(scope).",
            headers: ["WWW-Authenticate": "Bearer realm=\"careline\", error=\"insufficient_scope\", scope=\"\(scope)\""])
    }

    /// 401, for a token that is missing or refused (RFC 6750, section 3).
    package static func unauthorized(_ detail: String) -> Problem {
        Problem(
            .unauthorized, "unauthorized", title: "Sign in first", detail: detail,
            headers: ["WWW-Authenticate": "Bearer realm=\"careline\""])
    }

    /// 400 with every faulty field.
    package static func invalid(_ fields: [Fault]) -> Problem {
        Problem(.badRequest, "validation", title: "The request is not valid", fields: fields)
    }

    package static func conflict(_ slug: String, title: String, detail: String? = nil, extensions: [String: String] = [:]) -> Problem {
        Problem(.conflict, slug, title: title, detail: detail, extensions: extensions)
    }

    /// 412: the version that the client saw is not the current one.
    package static func preconditionFailed(_ detail: String) -> Problem {
        Problem(.preconditionFailed, "precondition-failed", title: "Changed meanwhile", detail: detail)
    }

    /// 428 (RFC 6585): what is changed here must have been read first.
    package static let preconditionRequired = Problem(
        .preconditionRequired, "precondition-required", title: "Say which version you have read",
        detail: "Read it, and send its ETag as If-Match, so that nobody's change is lost. If-Match: * overwrites whatever is there.")

    /// 429; `retryAfter` in seconds.
    package static func tooManyRequests(retryAfter: Int) -> Problem {
        Problem(
            .tooManyRequests, "too-many-requests", title: "Too many requests", detail: "Try again in \(retryAfter) s.",
            headers: ["Retry-After": String(retryAfter)])
    }

    /// 503; `retryAfter` in seconds.
    package static func unavailable(retryAfter: Int) -> Problem {
        Problem(
            .serviceUnavailable, "unavailable", title: "Not available just now", detail: "Try again in \(retryAfter) s.",
            headers: ["Retry-After": String(retryAfter)])
    }

    /// 413; `limit` in bytes.
    static func tooLarge(limit: Int, _ detail: String? = nil) -> Problem {
        Problem(
            .payloadTooLarge, "too-large", title: "The body is too large", detail: detail ?? "At most \(limit) bytes are accepted here.",
            extensions: ["limit": String(limit)])
    }

    /// 415: what is sent is stored and read as it is (RFC 9110, section 12.5.3).
    static let encodedBody = Problem(
        .unsupportedMediaType, "unsupported-encoding", title: "The body is packed",
        detail: "Send it as it is, without Content-Encoding.", headers: ["Accept-Encoding": "identity"])

    /// 500: nothing about the inside is told; the log has it under the request id.
    package static let `internal` = Problem(
        .internalServerError, "internal", title: "Something went wrong on our side",
        detail: "It was logged under this request's id. Retrying an idempotent request is safe.")

    /// 503: the database went away during a commit.
    package static let outcomeUnknown = Problem(
        .serviceUnavailable, "outcome-unknown", title: "It is not known whether it took effect",
        detail: "Retry in 1 s, with the same Idempotency-Key where one was sent, or read the current state first.", headers: ["Retry-After": "1"])

    /// 503: the handler did not finish within the request's deadline.
    static let deadline = Problem(
        .serviceUnavailable, "deadline", title: "It took too long", detail: "The request was given up; whether it took effect is not known. Try again in 1 s.",
        headers: ["Retry-After": "1"])
}

/// A domain's error that a client may hear of: it says which problem it is, and the error middleware renders it.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
}

extension Faults: ProblemConvertible {
    package var problem: Problem { .invalid(all) }
}

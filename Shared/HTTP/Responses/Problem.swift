import CareModels

/// The error vocabulary at the edge (RFC 9457): one of the listed types, and what is to be said of this request. Domain errors become one
/// by `ProblemConvertible`, in one middleware.
package struct Problem: Error, Sendable {
    package let type: ProblemType
    package var detail: Text?
    package var fields: [Fault]
    /// How many faulty fields there are beside those.
    package var moreFields = 0
    /// Those of `type.members` that there is something to say of.
    package var members: [String: ProblemValue]
    package var headers: HTTPHeaders
    /// What it was made of, for routes that write errors in a form of their own and have more to say of this one.
    package var cause: (any Error)?

    package init(
        _ type: ProblemType, detail: Text? = nil, fields: [Fault] = [], members: [String: ProblemValue] = [:], headers: HTTPHeaders = [:]
    ) {
        self.type = type
        self.detail = detail
        self.fields = fields
        self.members = members
        self.headers = headers
    }

    package var status: HTTPResponseStatus { HTTPResponseStatus(statusCode: type.status) }

    package static func notFound(_ detail: Text) -> Problem { Problem(.notFound, detail: detail) }

    /// For what is no id at all, such as `me`.
    static func notFound<Entity>(_: Entity.Type) -> Problem {
        let nobody = Text(template: "There is no such \(words(String(describing: Entity.self))).")
        return notFound("\(nobody) An id here is a UUID; a person's own is the `sub` of their token.")
    }

    /// A type's name: `EmergencyRoom` is `emergency room`. Without a regular expression, which would run whenever anybody sends anything for an id.
    static func words(_ name: String) -> String {
        var (words, wasSmall) = ("", false)
        for letter in name {
            if wasSmall, letter.isUppercase { words += " " }
            wasSmall = letter.isLowercase
            words += letter.lowercased()
        }
        return words
    }

    package static func forbidden(_ detail: Text) -> Problem { Problem(.forbidden, detail: detail) }

    /// 403 for a token without all of these scopes (RFC 6750, section 3.1).
    package static func insufficientScope(_ needed: Set<String>) -> Problem {
        let scope = needed.sorted().joined(separator: " ")
        return Problem(
            .insufficientScope, detail: "The token lacks the scope \(scope). Ask for it at the next login, if your app is registered for it.",
            members: ["scope": .text(scope)],
            headers: ["WWW-Authenticate": "Bearer realm=\"careline\", error=\"insufficient_scope\", scope=\"\(scope)\""])
    }

    /// 401, for a token that is missing or refused (RFC 6750, section 3).
    package static func unauthorized(_ detail: Text) -> Problem {
        Problem(.unauthorized, detail: detail, headers: ["WWW-Authenticate": challenge])
    }

    /// 400 with every faulty field, or the first ones and how many more there are.
    package static func invalid(_ faults: Faults) -> Problem {
        var problem = Problem(.validation, fields: faults.all)
        problem.moreFields = faults.more
        return problem
    }

    package static func invalid(_ first: Fault, _ more: Fault...) -> Problem { Problem(.validation, fields: [first] + more) }

    /// 415; `accepted` is what the body has to be.
    package static func unsupportedMediaType(_ detail: Text, accepted: String) -> Problem {
        Problem(.unsupportedMediaType, detail: detail, headers: ["Accept": accepted])
    }

    /// 412: the version that the client saw is not the current one, which is `current` where there is any.
    package static func preconditionFailed(_ detail: Text, current: Int? = nil) -> Problem {
        Problem(.preconditionFailed, detail: detail, members: current.map { ["currentVersion": .number($0)] } ?? [:])
    }

    /// 428 (RFC 6585): what is changed here must have been read first.
    package static let preconditionRequired = Problem(
        .preconditionRequired,
        detail: "Read it, and send its ETag as If-Match, so that nobody's change is lost. If-Match: * overwrites whatever is there.")

    /// 429; `retryAfter` in seconds.
    package static func tooManyRequests(retryAfter: Int) -> Problem {
        Problem(.tooManyRequests, detail: "Try again in \(retryAfter) s.", headers: ["Retry-After": String(retryAfter)])
    }

    /// 503; `retryAfter` in seconds.
    package static func unavailable(retryAfter: Int) -> Problem {
        Problem(.unavailable, detail: "Try again in \(retryAfter) s.", headers: ["Retry-After": String(retryAfter)])
    }

    /// 413; `limit` in bytes.
    package static func tooLarge(limit: Int, _ detail: Text? = nil) -> Problem {
        Problem(.tooLarge, detail: detail ?? "At most \(limit) bytes are accepted here.", members: ["limit": .number(limit)])
    }

    /// 415: what is sent is stored and read as it is (RFC 9110, section 12.5.3).
    static let encodedBody = Problem(
        .unsupportedEncoding, detail: "Send it as it is, without Content-Encoding.", headers: ["Accept-Encoding": "identity"])

    /// 500: nothing about the inside is told; the log has it under the request id.
    package static let `internal` = Problem(
        .internal, detail: "It was logged under this request's id. Retrying an idempotent request is safe.")

    /// 503: the database went away during a commit.
    package static let outcomeUnknown = Problem(
        .outcomeUnknown,
        detail: "Retry in 1 s, with the same Idempotency-Key where one was sent, or read the current state first.", headers: ["Retry-After": "1"])

    /// 503: the handler did not finish within the request's deadline.
    static let deadline = Problem(
        .deadline, detail: "The request was given up; whether it took effect is not known. Try again in 1 s.", headers: ["Retry-After": "1"])
}

/// A domain's error that a client may hear of: it says which problem it is, and the error middleware renders it.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
}

extension Faults: ProblemConvertible {
    package var problem: Problem { .invalid(self) }
}

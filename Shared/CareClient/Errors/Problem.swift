import CareModels
import Foundation

/// What the server says when it does not do something (RFC 9457). Decide by `name`, show `title` and `detail`, which are in the client's language.
public struct Problem: Error, Equatable, Sendable {
    /// What is wrong with one field of what was sent.
    public struct Field: Codable, Equatable, Sendable {
        /// A path into what was sent: `participantIds[2]`.
        public var field: String
        /// It goes on from the field's name.
        public var message: String

        /// For tests.
        public init(field: String, message: String) {
            self.field = field
            self.message = message
        }
    }

    /// The last part of `type`: `slot-taken`, `quota-exceeded`. The list is at the platform's `/problems`. Of health records the code of FHIR's outcome:
    /// `not-found`, `conflict`, `required`.
    public var name: String
    /// HTTP's: 409, 422, …
    public var status: Int
    /// The problem in a few words, the same for all of its kind.
    public var title: String
    /// What it is this time.
    public var detail: String?
    /// Every faulty field of what was sent.
    public var fields: [Field] = []
    /// How long the server wants to be left alone.
    public var retryAfter: Duration?
    /// For the operator, when something is odd.
    public var requestID: String?
    /// Members that this problem has of its own: `limit` and `used` of a quota.
    public var numbers: [String: Int] = [:]

    /// For tests: an app gets its problems from the server.
    public init(name: String, status: Int, title: String) {
        self.name = name
        self.status = status
        self.title = title
    }
}

extension Problem {
    /// Nil when the reply is no problem document of Careline's: what stands in the way may write one of its own.
    init?(_ reply: HTTPReply) {
        if let outcome = try? Wire.decode(Outcome.self, from: reply.body), outcome.resourceType == "OperationOutcome" {
            self.init(outcome, reply)
            return
        }
        guard let read = try? Wire.decode(Document.self, from: reply.body), let name = read.type.flatMap({ Self.name(of: $0) }) else { return nil }
        self.init(name: name, status: reply.status, title: read.title ?? "")
        detail = read.detail
        fields = read.fields ?? []
        retryAfter = reply.retryAfter
        requestID = read.requestId ?? reply.headers["x-request-id"]
        numbers = (try? Wire.decode([String: Number].self, from: reply.body))?.compactMapValues(\.value) ?? [:]
        numbers["status"] = nil
    }

    /// Of a type as the platform writes it: `https://care.example/problems/slot-taken`.
    private static func name(of type: String) -> String? {
        let parts = type.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 1, parts[parts.count - 2] == "problems", let name = parts.last, !name.isEmpty else { return nil }
        return String(name)
    }

    /// As health records word it (FHIR's OperationOutcome): named by the first issue's code.
    private init(_ outcome: Outcome, _ reply: HTTPReply) {
        let errors = (outcome.issue ?? []).filter { $0.severity != "warning" && $0.severity != "information" }
        self.init(name: errors.first?.code ?? "processing", status: reply.status, title: errors.first?.diagnostics ?? "")
        fields = errors.compactMap { issue in issue.expression?.first.map { Field(field: $0, message: issue.diagnostics ?? issue.details?.text ?? "") } }
        retryAfter = reply.retryAfter
        requestID = reply.headers["x-request-id"]
    }

    private struct Outcome: Decodable {
        struct Issue: Decodable {
            struct Details: Decodable { var text: String? }

            var severity: String?
            var code: String?
            var diagnostics: String?
            var details: Details?
            var expression: [String]?
        }

        var resourceType: String
        var issue: [Issue]?
    }

    private struct Document: Decodable {
        var type: String?
        var title: String?
        var detail: String?
        var requestId: String?
        var fields: [Field]?
    }

    /// A member that may be a number, or anything else.
    private struct Number: Decodable {
        var value: Int?

        init(from decoder: any Decoder) throws { value = try? decoder.singleValueContainer().decode(Int.self) }
    }
}

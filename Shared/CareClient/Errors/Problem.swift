import CareModels
import Foundation

/// What the server says when it does not do something (RFC 9457). Decide by `name`, show `title` and `detail`, which are in the client's language.
public struct Problem: Error, Equatable, Sendable {
    public struct Field: Decodable, Equatable, Sendable {
        /// A path into what was sent: `participantIds[2]`.
        public var field: String
        /// It goes on from the field's name.
        public var message: String

        public init(field: String, message: String) {
            self.field = field
            self.message = message
        }
    }

    /// The last part of `type`: `slot-taken`, `quota-exceeded`. The list is at the platform's `/problems`.
    public var name: String
    public var status: Int
    public var title: String
    public var detail: String?
    /// Every faulty field of what was sent.
    public var fields: [Field] = []
    public var retryAfter: Duration?
    /// For the operator, when something is odd.
    public var requestID: String?
    /// Members that this problem has of its own: `limit` and `used` of a quota.
    public var numbers: [String: Int] = [:]

    public init(name: String, status: Int, title: String) {
        self.name = name
        self.status = status
        self.title = title
    }
}

extension Problem {
    /// Nil when the reply is no problem document.
    init?(_ reply: HTTPReply) {
        guard let read = try? Wire.decode(Document.self, from: reply.body), let type = read.type, let name = type.split(separator: "/").last else { return nil }
        self.init(name: String(name), status: reply.status, title: read.title ?? "")
        detail = read.detail
        fields = read.fields ?? []
        retryAfter = reply.retryAfter
        requestID = read.requestId ?? reply.headers["x-request-id"]
        numbers = (try? Wire.decode([String: Number].self, from: reply.body))?.compactMapValues(\.value) ?? [:]
        numbers["status"] = nil
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

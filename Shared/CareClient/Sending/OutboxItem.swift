import CareModels
import Foundation

/// Something to be sent, as it is kept until it is.
struct OutboxItem: Codable, Equatable, Sendable {
    /// Who shows it knows it by this.
    var id: UUID
    var call: Call
    /// What is shown meanwhile: JSON of whoever gave it.
    var shown: Data?
    var createdAt: Date
    /// It cannot be sent before this one was, since its answer says what this is about.
    var awaits: UUID?
    /// Of a mark: up to where it is given, in the order of what is marked. Nil where nobody knew.
    var reach: Int?

    /// A larger body lies beside it in the file, so that who shows what waits does not read it.
    static let mostInside = 256 << 10

    /// Without a body that is too large to lie in it, and that body.
    var parted: (head: OutboxItem, body: Data?) {
        guard let body = call.body, body.count > Self.mostInside else { return (self, nil) }
        var head = self
        head.call.body = nil
        return (head, body)
    }

    /// The first part of a lane's name.
    static func kind(ofLane lane: String) -> String { String(lane.prefix { $0 != "/" }) }
}

/// What becomes of something that waits, now that what it is about was done.
struct AmendedItem: Equatable, Sendable {
    var item: OutboxItem
    var subject: String?
    /// Nil where it stays in its own.
    var lane: String?
}

/// Why something was not taken, as it is kept.
struct KeptFailure: Codable, Equatable, Sendable {
    var name: String
    var status: Int
    var title: String
    var detail: String?
    var fields: [Problem.Field]?
    var numbers: [String: Int]?
    var requestID: String?

    init(_ error: CareError) {
        guard case .refused(let problem) = error else {
            (name, status, title) = ("unreadable", 0, "")
            return
        }
        (name, status, title, detail) = (problem.name, problem.status, problem.title, problem.detail)
        (fields, numbers, requestID) = (problem.fields, problem.numbers, problem.requestID)
    }

    var error: CareError {
        if status == 0 { return .unreadable("what the server answered") }
        var problem = Problem(name: name, status: status, title: title)
        (problem.detail, problem.fields, problem.numbers, problem.requestID) = (detail, fields ?? [], numbers ?? [:], requestID)
        return .refused(problem)
    }
}

/// What lies in the outbox, and how far it is.
struct Pending: Sendable {
    var position: Int
    var item: OutboxItem
    var delivery: Delivery
}

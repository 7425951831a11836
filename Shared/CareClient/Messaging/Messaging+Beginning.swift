import CareModels
import Foundation

extension Messaging {
    /// A conversation that is begun as soon as there is a network.
    public struct Beginning: Equatable, Identifiable, Sendable {
        /// This device's name for it.
        public var id: UUID
        /// Who is to take part, beside oneself.
        public var participantIds: [UserID]
        /// As it was given.
        public var title: String?
        /// The first message.
        public var first: Content
        /// When the app gave it.
        public var givenAt: Date
        /// How far it has come; of what was refused, why.
        public var delivery: Delivery
    }

    /// Kept on the device and begun as soon as can be, once, with its first message; then it is among `conversations()`. What the server refuses stays with its
    /// reason until `retry` or `cancel`.
    @discardableResult
    public func begin(with others: [UserID], title: String? = nil, first: Content) async throws -> Beginning {
        let now = core.api.clock.now()
        let id = UUID.v7(at: now)
        let call = try Self.starting(with: others, title: title, first: first, key: id)
        let item = OutboxItem(id: id, call: call, shown: try Wire.encode(Kept(participantIds: others, title: title, first: first)), createdAt: now)
        try await caring { try await core.outbox.add(item, lane: Self.beginning) }
        return Beginning(id: id, participantIds: others, title: title, first: first, givenAt: now, delivery: .toBeSent)
    }

    /// Those that are not begun yet, in order.
    public func beginnings() -> Watch<[Beginning]> { core.waiting(in: Self.beginning) { Beginning($0) } }

    /// Tries once more what was refused.
    public func retry(_ beginning: Beginning) async throws { try await caring { try await core.outbox.retry(beginning.id, lane: Self.beginning) } }

    /// Takes it back. False when it is on its way, or was begun.
    public func cancel(_ beginning: Beginning) async throws -> Bool { try await caring { try await core.outbox.cancel(beginning.id, lane: Self.beginning) } }

    static let beginning = "begin/all"

    static func starting(with others: [UserID], title: String?, first: Content?, key: UUID) throws -> Call {
        let message = first.map { NewMessage(clientId: key.lowercaseText, content: $0) }
        return try .post("/conversations", NewConversation(title: title, participantIds: others, initialMessage: message), key: key.lowercaseText)
    }

    /// It is in the list before it is gone from here.
    static func settleBeginning(_ cache: DiskCache) -> Outbox.Settle { { _, reply in try await keep(Wire.decode(Conversation.self, from: reply.body), cache) } }

    static func keep(_ begun: Conversation, _ cache: DiskCache) async throws {
        let list = conversationList
        try await cache.edit { edit in
            if try edit.isKnown(list.collection) { try put(begun, edit, in: list.collection) }
        }
    }

    fileprivate struct Kept: Codable {
        var participantIds: [UserID]
        var title: String?
        var first: Content
    }

    struct NewMessage: Encodable {
        var clientId: String
        var replyToId: MessageID?
        var content: Content
    }

    private struct NewConversation: Encodable {
        var title: String?
        var participantIds: [UserID]
        var initialMessage: NewMessage?
    }
}

extension Messaging.Beginning {
    fileprivate init?(_ pending: Pending) {
        guard let kept = pending.item.shown.flatMap({ try? Wire.decode(Messaging.Kept.self, from: $0) }) else { return nil }
        self.init(
            id: pending.item.id, participantIds: kept.participantIds, title: kept.title, first: kept.first, givenAt: pending.item.createdAt,
            delivery: pending.delivery)
    }
}

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
        /// What was said after it, in order.
        public var messages: [Message] = []
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
        // What is said in it before it is begun is about the same.
        try await caring { try await core.outbox.add(item, lane: Self.beginning, about: id.lowercaseText) }
        return Beginning(id: id, participantIds: others, title: title, first: first, givenAt: now, delivery: .toBeSent)
    }

    /// Those that are not begun yet, in order.
    public func beginnings() -> Watch<[Beginning]> { core.waiting(inAllOf: Self.beginning) { Beginning.all(of: $0) } }

    /// Says something more in a conversation that is not begun yet: it goes right after the beginning, once, and is among its messages until then.
    @discardableResult
    public func send(_ content: Content, to beginning: Beginning) async throws -> Message {
        // Until it has an id of the server's.
        let message = try new(content, to: ConversationID(beginning.id), nil)
        var item = try Self.item(message)
        item.awaits = beginning.id
        let waiting = item
        if try await caring({ try await core.outbox.add(awaiting: waiting, lane: Self.beginning) }) { return message }
        // It was begun meanwhile, in this run.
        guard let begun = core.begun.find(beginning.id) else { throw CareError.refused(Problem(name: "not-found", status: 404, title: "")) }
        return try await send(content, to: begun)
    }

    /// Tries once more what was refused.
    public func retry(_ beginning: Beginning) async throws { try await caring { try await core.outbox.retry(beginning.id, lane: Self.beginning) } }

    /// Takes it back, with what was said after it. False when it is on its way, or was begun.
    public func cancel(_ beginning: Beginning) async throws -> Bool { try await caring { try await core.outbox.cancel(beginning.id, lane: Self.beginning) } }

    static let beginning = "begin/all"

    static func starting(with others: [UserID], title: String?, first: Content?, key: UUID) throws -> Call {
        let message = first.map { NewMessage(clientId: key.lowercaseText, content: $0) }
        return try .post("/conversations", NewConversation(title: title, participantIds: others, initialMessage: message), key: key.lowercaseText)
    }

    /// It is in the list before it is gone from here; what was said after it is a message of it then.
    static func sendingBeginnings(_ cache: DiskCache, _ begun: LatelyDone<ConversationID>) -> Outbox.Kind {
        Outbox.Kind(
            settle: { item, reply in
                let conversation = try Wire.decode(Conversation.self, from: reply.body)
                try await keep(conversation, cache)
                begun.note(item.id, conversation.id)
            },
            amend: { done, reply, later in
                guard later.awaits == done.id, let shown = later.shown, var message = try? Wire.decode(Message.self, from: shown) else { return nil }
                message.conversationId = try Wire.decode(Conversation.self, from: reply.body).id
                return AmendedItem(item: try item(message), lane: lane(message.conversationId))
            })
    }

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
    fileprivate static func all(of pending: [Pending]) -> [Messaging.Beginning] {
        let messages = Messaging.shown(pending)
        return pending.compactMap { pending in
            var beginning = Messaging.Beginning(pending)
            beginning?.messages = messages.filter { $0.conversationId == ConversationID(pending.item.id) }
            return beginning
        }
    }

    private init?(_ pending: Pending) {
        guard let kept = pending.item.shown.flatMap({ try? Wire.decode(Messaging.Kept.self, from: $0) }) else { return nil }
        self.init(
            id: pending.item.id, participantIds: kept.participantIds, title: kept.title, first: kept.first, givenAt: pending.item.createdAt,
            delivery: pending.delivery)
    }
}

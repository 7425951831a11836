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
        try await caring {
            let item = try Kept(participantIds: others, title: title, first: first).item(at: core.api.clock.now())
            // What is said in it before it is begun is about the same.
            try await core.outbox.add(item, lane: Self.beginning, about: item.id.lowercaseText)
            return Beginning(item, with: others, title, first)
        }
    }

    /// The same with a file in place of words. Both are kept on this device, sealed: the file goes first. 32 MiB at most, as for
    /// ``send(_:named:as:caption:to:replyingTo:)``.
    @discardableResult
    public func begin(
        with others: [UserID], title: String? = nil, first file: Data, named name: String, as kind: FileKind, caption: String? = nil
    ) async throws -> Beginning {
        let (upload, content) = try keeping(file, name, kind, caption)
        let item = try Kept(participantIds: others, title: title, first: content).item(at: core.api.clock.now(), awaiting: upload.id)
        try await caring { try await core.outbox.add(upload, then: item, lane: Self.beginning, about: item.id.lowercaseText) }
        return Beginning(item, with: others, title, content)
    }

    /// Those that are not begun yet, in order.
    public func beginnings() -> Watch<[Beginning]> { core.waiting(inAllOf: Self.beginning) { Beginning.all(of: $0) } }

    /// Says something more in a conversation that is not begun yet: it goes right after the beginning, once, and is among its messages until then.
    @discardableResult
    public func send(_ content: Content, to beginning: Beginning) async throws -> Message {
        // Until it has an id of the server's.
        let message = try new(content, to: ConversationID(beginning.id), nil)
        let item = try Self.item(message, awaiting: beginning.id)
        if try await caring({ try await core.outbox.add(awaiting: item, lane: Self.beginning) }) { return message }
        return try await send(content, to: begun(beginning))
    }

    /// The same with a file, as in a conversation that there is.
    @discardableResult
    public func send(
        _ file: Data, named name: String, as kind: FileKind, caption: String? = nil, to beginning: Beginning
    ) async throws -> Message {
        let (kept, content) = try keeping(file, name, kind, caption)
        let message = try new(content, to: ConversationID(beginning.id), nil)
        var upload = kept
        upload.awaits = beginning.id
        let (first, second) = (upload, try Self.item(message, awaiting: upload.id))
        if try await caring({ try await core.outbox.add(awaiting: first, second, lane: Self.beginning) }) { return message }
        return try await send(file, named: name, as: kind, caption: caption, to: begun(beginning))
    }

    /// It was begun meanwhile, in this run.
    private func begun(_ beginning: Beginning) throws -> ConversationID {
        guard let begun = core.begun.find(beginning.id) else { throw CareError.refused(Problem(name: "not-found", status: 404, title: "")) }
        return begun
    }

    /// Tries once more what was refused, with its file.
    public func retry(_ beginning: Beginning) async throws {
        try await caring { for id in beginning.given { try await core.outbox.retry(id, lane: Self.beginning) } }
    }

    /// Takes it back, with its file and what was said after it. False when it is on its way, or was begun.
    public func cancel(_ beginning: Beginning) async throws -> Bool {
        try await caring {
            for id in beginning.given { if try await core.outbox.cancel(id, lane: Self.beginning) { return true } }
            return false
        }
    }

    static let beginning = "begin/all"

    static func starting(with others: [UserID], title: String?, first: Content?, key: UUID) throws -> Call {
        let message = first.map { NewMessage(clientId: key.lowercaseText, content: $0.asSent) }
        return try .post("/conversations", NewConversation(title: title, participantIds: others, initialMessage: message), key: key.lowercaseText)
    }

    /// It is in the list before it is gone from here; what was said after it is a message of it then. Its file, if it has one, goes before it.
    static func sendingBeginnings(_ cache: DiskCache, _ begun: LatelyDone<ConversationID>) -> Outbox.Kind {
        Outbox.Kind(
            settle: { item, reply in
                if item.call.path == attachments {
                    _ = try Wire.decode(File.self, from: reply.body)
                    return nil
                }
                let conversation = try Wire.decode(Conversation.self, from: reply.body)
                try await keep(conversation, cache)
                begun.note(item.id, conversation.id)
                return nil
            },
            amend: { done, reply, later in
                if done.call.path == attachments {
                    guard later.awaits == done.id, var kept = Kept(later) else { return nil }
                    kept.first = kept.first.holding(try Wire.decode(File.self, from: reply.body))
                    return AmendedItem(item: try kept.item(later.id, at: later.createdAt), subject: later.id.lowercaseText)
                }
                return try moved(later, from: done.id, to: Wire.decode(Conversation.self, from: reply.body).id)
            })
    }

    /// What was said, and its file, where it is said by now.
    private static func moved(_ later: OutboxItem, from beginning: UUID, to conversation: ConversationID) throws -> AmendedItem? {
        if later.call.path == attachments {
            guard later.awaits == beginning else { return nil }
            var file = later
            file.awaits = nil
            return AmendedItem(item: file, subject: file.id.lowercaseText, lane: lane(conversation))
        }
        guard let shown = later.shown, var message = try? Wire.decode(Message.self, from: shown), message.conversationId == ConversationID(beginning) else {
            return nil
        }
        message.conversationId = conversation
        let file = later.awaits == beginning ? nil : later.awaits
        return AmendedItem(item: try item(message, awaiting: file), subject: file?.lowercaseText, lane: lane(conversation))
    }

    static func keep(_ begun: Conversation, _ cache: DiskCache) async throws {
        let list = conversationList
        try await cache.edit { edit in
            // Somebody else may have logged in since it was answered: whoever has begun it takes part in it.
            guard try begun.participants.contains(where: { try edit.mayBeOf($0.userId.description) }) else { return }
            guard try edit.isKnown(list.collection) else { return edit.passOver(list.collection) }
            try put(begun, edit, in: list.collection)
        }
    }

    fileprivate struct Kept: Codable {
        var participantIds: [UserID]
        var title: String?
        var first: Content

        init(participantIds: [UserID], title: String?, first: Content) { (self.participantIds, self.title, self.first) = (participantIds, title, first) }

        init?(_ item: OutboxItem) {
            guard let shown = item.shown, let kept = try? Wire.decode(Kept.self, from: shown) else { return nil }
            self = kept
        }

        /// As it lies in the outbox. A file that is not there yet goes with the first message once it is.
        func item(_ known: UUID? = nil, at now: Date, awaiting: UUID? = nil) throws -> OutboxItem {
            let id = known ?? UUID.v7(at: now)
            let call = try Messaging.starting(with: participantIds, title: title, first: first, key: id)
            return OutboxItem(id: id, call: call, shown: try Wire.encode(self), createdAt: now, awaits: awaiting)
        }
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
    fileprivate static func all(of all: [Pending]) -> [Messaging.Beginning] {
        let messages = Messaging.shown(all)
        return all.compactMap { pending in
            var beginning = Messaging.Beginning(pending, among: all)
            beginning?.messages = messages.filter { $0.conversationId == ConversationID(pending.item.id) }
            return beginning
        }
    }

    private init?(_ pending: Pending, among all: [Pending]) {
        guard let kept = Messaging.Kept(pending.item) else { return nil }
        self.init(pending.item, with: kept.participantIds, kept.title, kept.first)
        delivery = Messaging.delivery(of: pending, among: all)
    }

    fileprivate init(_ item: OutboxItem, with others: [UserID], _ title: String?, _ first: Messaging.Content) {
        self.init(id: item.id, participantIds: others, title: title, first: first, givenAt: item.createdAt, delivery: .toBeSent)
    }

    /// By what the outbox knows what was given with it: the file, while that is to be sent, then itself.
    fileprivate var given: [UUID] { (first.media.map { [$0.attachmentId.uuid] } ?? []) + [id] }
}

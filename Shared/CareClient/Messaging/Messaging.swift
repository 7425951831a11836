import CareModels
import Foundation

/// Conversations and what is said in them. What is watched is shown from the disk at once, and kept as on the server by the live stream.
public struct Messaging: Sendable {
    let core: Core
    let typing: TypingBoard
    let notice: TypingNotice

    // MARK: Watching

    /// Those that the person takes part in, latest change first.
    public func conversations() -> Watch<Listed<Conversation>> { core.lists.watch(Self.conversationList) }

    /// What was said in it, latest first: what is on its way before what the server has.
    public func messages(in conversation: ConversationID) -> Watch<Listed<Message>> {
        let lane = Self.lane(conversation)
        let core = core
        return core.lists.watch(Self.list(of: conversation), alsoOn: [Core.shown(lane)]) {
            try await Self.shown(core.outbox.pending(lane))
        } shown: {
            Self.merge($0, $1)
        }
    }

    /// Who types just now, but for the person themselves.
    public func typing(in conversation: ConversationID) async -> AsyncStream<Set<UserID>> { await typing.follow(conversation) }

    // MARK: Saying something

    /// Begins a conversation, with a patient's providers or a provider's patients, mostly with its first message. It needs the network; `begin` does not. Who
    /// tries again after an error passes the same key: else there may be two.
    public func startConversation(
        with others: [UserID], title: String? = nil, first: Content? = nil, key: UUID = .v7()
    ) async throws -> Conversation {
        try await caring {
            let begun = try await core.api.fetch(Conversation.self, Self.starting(with: others, title: title, first: first, key: key))
            try await Self.keep(begun, core.cache)
            return begun
        }
    }

    /// Returns once it is kept on this device: it is shown as being sent, and sent as soon as can be, once, and after what was said before it.
    @discardableResult
    public func send(_ content: Content, to conversation: ConversationID, replyingTo: MessageID? = nil) async throws -> Message {
        let message = try new(content, to: conversation, replyingTo)
        try await caring { try await core.outbox.add(Self.item(message), lane: Self.lane(conversation)) }
        await notice.sent(to: conversation)
        return message
    }

    /// Sends one that has failed once more, with its file.
    public func retry(_ message: Message) async throws {
        try await caring {
            for lane in Self.lanes(message) { for id in message.given { try await core.outbox.retry(id, lane: lane) } }
        }
    }

    /// Takes one back that was not sent, with its file. False when it is on its way, or was sent: `delete` it then.
    public func cancel(_ message: Message) async throws -> Bool {
        try await caring {
            for lane in Self.lanes(message) {
                for id in message.given { if try await core.outbox.cancel(id, lane: lane) { return true } }
            }
            return false
        }
    }

    /// Takes back one's own message that was sent: from then on it is shown without its content, also where no live stream tells of it.
    public func delete(_ message: MessageID) async throws {
        // Of an answer that was lost nobody knows whether it was done.
        try await core.changing(Self.conversations, Self.messages) {
            _ = try await core.api.send(Call(method: "DELETE", path: "/messages/\(message)"))
            let now = core.api.clock.now()
            try await core.cache.edit { try Self.takeBack(message, $0, at: now) }
        }
    }

    /// The person has seen all that is here of it. Kept until it could be said; what others say until then is not seen by that.
    public func markSeen(_ conversation: ConversationID) async throws {
        try await caring {
            // Where nothing is here, up to whatever is the latest when it is said.
            let newest = try await Self.newest(in: conversation, core.cache)
            let call = try Call.put(Self.seeing(conversation.description), Seen(itemId: newest?.id))
            let item = OutboxItem(id: UUID.v7(), call: call, createdAt: core.api.clock.now(), reach: newest?.sequence)
            try await core.outbox.replace(lane: "seen/\(conversation)", with: item)
        }
    }

    /// To be called with each key that is pressed: the others are told now and then, and that it has ended by itself.
    public func type(in conversation: ConversationID) async { await notice.type(in: conversation) }

    /// The others are told that the person types no more, sooner than it would end by itself.
    public func stopTyping(in conversation: ConversationID) async { await notice.stop(in: conversation) }
}

// MARK: - Inside

extension Messaging {
    static let conversations = "conversations"
    static let messages = "messages/"

    static let kind = "message"
    static func lane(_ conversation: ConversationID) -> String { "\(kind)/\(conversation)" }

    /// Where it may lie: until its conversation is begun, with that.
    private static func lanes(_ message: Message) -> [String] { [lane(message.conversationId), beginning] }

    /// One that the person says now.
    func new(_ content: Content, to conversation: ConversationID, _ replyingTo: MessageID?) throws -> Message {
        let author = try core.api.session.knownUser()
        let now = core.api.clock.now()
        let id = UUID.v7(at: now)
        var message = Message(
            id: MessageID(id), conversationId: conversation, kind: content.kind, authorId: author, clientId: id.lowercaseText, replyToId: replyingTo,
            content: content, createdAt: now)
        message.delivery = .toBeSent
        return message
    }

    /// What is kept of it until the server has it.
    static func item(_ message: Message, awaiting: UUID? = nil) throws -> OutboxItem {
        guard let content = message.content, let clientId = message.clientId else { throw CareError.unreadable("a message") }
        let new = NewMessage(clientId: clientId, replyToId: message.replyToId, content: content.asSent)
        let call = try Call.post("/conversations/\(message.conversationId)/messages", new, key: clientId)
        return OutboxItem(id: message.id.uuid, call: call, shown: try Wire.encode(message), createdAt: message.createdAt, awaits: awaiting)
    }

    static let conversationList = PagedList<Conversation>(
        collection: conversations, key: { $0.id.description }, position: { $0.updatedAt.milliseconds }, call: .get("/conversations"), isKeptInStep: true)

    static func list(of conversation: ConversationID) -> PagedList<Message> {
        PagedList(
            collection: messages + conversation.description, key: { $0.id.description }, position: { $0.sequence ?? .max },
            call: .get("/conversations/\(conversation)/items"), isKeptInStep: true)
    }

    /// How what is kept of a conversation is sent: by itself, or together with what comes after it. The server has it then: it is among the others before it is
    /// gone from the outbox.
    static func sending(_ cache: DiskCache) -> Outbox.Kind {
        Outbox.Kind(
            settle: { item, reply in
                if item.call.path == attachments {
                    _ = try Wire.decode(File.self, from: reply.body)
                } else {
                    try await settle([Wire.decode(Message.self, from: reply.body)], cache)
                }
                return nil
            },
            amend: { file, reply, later in try later.awaits == file.id ? message(later, with: Wire.decode(File.self, from: reply.body)) : nil },
            joint: Outbox.Joint(
                call: { items in .posting(items.compactMap(\.call.body), to: items[0].call.path + "/batch") },
                settle: { items, reply in
                    let sent = try? Wire.decode(SentTogether.self, from: reply.body).items
                    guard let sent, sent.count == items.count else { throw CareError.unreadable(items[0].call.path) }
                    try? await settle(sent, cache)
                }, mostBytes: 192 << 10))
    }

    private static func seeing(_ conversation: String) -> String { "/conversations/\(conversation)/seen" }

    private struct Seen: Encodable { var itemId: MessageID? }

    /// The newest of a conversation that is here: of what was said in it, or else what the list of conversations tells of it.
    private static func newest(in conversation: ConversationID, _ cache: DiskCache) async throws -> Message? {
        let kept = try await cache.listing(list(of: conversation).collection, most: 1)?.values.first
        if let read = kept.flatMap({ try? Wire.decode(Message.self, from: $0) }), read.sequence != nil { return read }
        return try await known(conversation, cache)?.lastMessage
    }

    /// One conversation alone is looked at, in the list and by itself. What lies behind the mark is unread still, and no reason to look again.
    static func sendingMarks(_ session: CareSession, _ cache: DiskCache, _ watchers: Watchers, isHeardOf: @escaping @Sendable () -> Bool) -> Outbox.Kind {
        .marks(of: conversations, cache, watchers, isHeardOf: isHeardOf) { item, edit in
            guard let key = item.call.path.split(separator: "/").dropFirst().first.map(String.init), item.call.path == seeing(key) else { return false }
            return try [conversations, "\(conversations)/\(key)"].contains { place in
                guard let kept = try edit.value(key, in: place), let read = try? Wire.decode(Conversation.self, from: kept) else { return false }
                let seen = read.participants.first { $0.userId == session.userID }?.seenSequence ?? 0
                return read.unreadCount > 0 && seen < item.reach ?? .max
            }
        }
    }

    /// Of one conversation.
    private static func settle(_ sent: [Message], _ cache: DiskCache) async throws {
        guard let first = sent.first else { return }
        let list = list(of: first.conversationId)
        try await cache.edit { edit in
            // Somebody else may have logged in since it was answered.
            guard try edit.mayBeOf(first.authorId?.description) else { return }
            // Of what was never loaded this is all that is here: shown on, and old.
            let isNew = try !edit.isKnown(list.collection)
            if isNew { try edit.know(list.collection, cursor: nil) }
            for message in sent {
                // An answer that comes late may be of what lies behind the end of what is here.
                guard try edit.reaches(list.position(message), in: list.collection) else { continue }
                try edit.put(Wire.encode(message), list.key(message), at: list.position(message), in: list.collection)
                // What others said before it is not here yet, and nobody may take what is for a part without a hole.
                if try !edit.holds(list.position(message) - 1, in: list.collection) { try edit.markStale([list.collection]) }
            }
            if isNew { try edit.markStale([list.collection]) }
        }
    }

    /// As the live stream would tell it, in whichever conversation it was said.
    private static func takeBack(_ message: MessageID, _ edit: CacheEdit, at now: Date) throws {
        for collection in try edit.collections() where collection.hasPrefix(messages) {
            guard var kept = try edit.value(message.description, in: collection).flatMap({ try? Wire.decode(Message.self, from: $0) }) else {
                // A part that is on its way may have it as it was.
                edit.passOver(behind: collection)
                continue
            }
            guard kept.deletedAt == nil else { continue }
            (kept.content, kept.deletedAt) = (nil, now)
            let list = list(of: kept.conversationId)
            try edit.put(Wire.encode(kept), list.key(kept), at: list.position(kept), in: collection)
        }
    }

    private struct SentTogether: Decodable { var items: [Message] }

    /// All of a lane.
    static func shown(_ all: [Pending]) -> [Message] {
        all.compactMap { pending in
            guard let shown = pending.item.shown, var message = try? Wire.decode(Message.self, from: shown) else { return nil }
            message.delivery = delivery(of: pending, among: all)
            return message
        }
    }

    /// As far as what it awaits, while that is here: its file, or the conversation that it is said in.
    static func delivery(of pending: Pending, among all: [Pending]) -> Delivery {
        var first = pending
        while let awaited = first.item.awaits, let before = all.first(where: { $0.item.id == awaited }) { first = before }
        return first.delivery
    }

    /// `pending` in the order of sending, `items` latest first. What the live stream brought before the answer came is there twice for a moment.
    static func merge(_ pending: [Message], _ items: [Message]) -> [Message] {
        let sent = Set(items.compactMap(\.clientId))
        return pending.reversed().filter { !sent.contains($0.clientId ?? "") } + items
    }
}

extension Messaging.Content {
    var kind: Messaging.Message.Kind {
        switch self {
        case .text: .text
        case .image: .image
        case .video: .video
        case .document: .document
        case .audio: .audio
        }
    }
}

extension Date {
    /// Since 1970.
    var milliseconds: Int { Int((timeIntervalSince1970 * 1000).rounded()) }
}

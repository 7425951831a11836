import CareModels
import Foundation

extension Messaging {
    /// One conversation, kept by the live stream; one that the person has left as well.
    public func conversation(_ id: ConversationID) -> Watch<Conversation> {
        let (core, own, list) = (core, Self.own(id), Self.conversationList)
        let source = Source<Conversation>(name: own, collections: [own, list.collection]) {
            try await Self.known(id, core.cache)
        } fetch: {
            // Known before it is there, so that what the stream tells meanwhile is not passed over.
            if try await core.cache.edit({ try !$0.isKnown(own) }) { try await core.cache.edit { try $0.know(own, cursor: nil) } }
            try await core.lists.load(own) {
                try await core.api.fetch(Conversation.self, .get("/conversations/\(id)"))
            } keep: { read, edit in
                try edit.know(own, cursor: nil)
                try Self.put(read, edit, in: own)
            }
        }
        return Watch(source: source, watchers: core.watchers)
    }

    /// Where one is kept by itself: what is said of all of them is said of it.
    static func own(_ id: ConversationID) -> String { "\(conversations)/\(id)" }

    /// As it is here, in the list or by itself: each of the two may have been loaded when the other was not.
    static func known(_ id: ConversationID, _ cache: DiskCache) async throws -> Conversation? {
        var found: Conversation?
        for place in [own(id), conversations] {
            guard let read = try await cache.value(id.description, in: place).flatMap({ try? Wire.decode(Conversation.self, from: $0) }) else { continue }
            if found.map({ $0.updatedAt < read.updatedAt }) ?? true { found = read }
        }
        return found
    }

    /// In the list, or by itself. Who has left a conversation sees it in another list, and one that is older than all that is here comes with its part of the list.
    static func put(_ conversation: Conversation, _ edit: CacheEdit, in place: String) throws {
        let list = conversationList
        if place == list.collection, try conversation.leftAt != nil || !edit.reaches(list.position(conversation), in: place) {
            edit.passOver(behind: place)
            return try edit.remove(list.key(conversation), from: place)
        }
        try edit.put(Wire.encode(conversation), list.key(conversation), at: list.position(conversation), in: place)
    }
}

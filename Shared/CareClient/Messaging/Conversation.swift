import CareModels
import Foundation

extension Messaging {
    /// A conversation as the person who is logged in sees it.
    public struct Conversation: Codable, Equatable, Identifiable, Sendable {
        /// Somebody who takes part.
        public struct Participant: Codable, Equatable, Sendable {
            /// Whose account it is.
            public var userId: UserID
            /// Nil while the platform does not know yet, of who was erased, and of one that this version does not know.
            public var role: Role?
            /// Nil likewise.
            public var username: String?
            /// As they gave it, if they did.
            public var fullName: String?
            /// Of their picture, if they have one.
            public var avatarUrl: String?
            /// They have seen all up to this message.
            public var seenSequence: Int
        }

        /// By which it is watched and written to.
        public var id: ConversationID
        /// As who began it called it, 200 characters at most.
        public var title: String?
        /// The patient whose care it is about.
        public var patientId: UserID?
        /// All who take part now.
        public var participants: [Participant]
        /// 1000 stands for that many or more.
        public var unreadCount: Int
        /// Nil while nothing was said.
        public var lastMessage: Message?
        /// Nothing is said in it any more.
        public var closed: Bool
        /// The last message in one line, in the person's language.
        public var preview: String
        /// When it was begun.
        public var createdAt: Date
        /// When something last happened in it: what lists are ordered by.
        public var updatedAt: Date
        /// The person takes part no more, and sees it as it was then.
        public var leftAt: Date?
    }
}

extension Messaging.Conversation {
    /// As it is after an entry of the feed; nil where the entry does not tell all of it, and it has to be read anew.
    func hearing(_ entry: FeedEntry, as reader: UserID) -> Self? {
        switch entry.kind {
        case "conversation": return entry.conversation
        case "seen":
            guard let seen = entry.seen else { return nil }
            return hearing(seen, as: reader)
        case "item":
            // What stands in the list for others' files and for the system's messages, the server words.
            guard let item = entry.item, let text = item.content?.text, let author = item.authorId else { return nil }
            guard item.sequence ?? 0 > lastMessage?.sequence ?? 0 else { return self }
            var changed = self
            changed.lastMessage = item
            changed.preview = text.split(whereSeparator: \.isNewline).joined(separator: " ")
            changed.updatedAt = max(updatedAt, item.createdAt)
            if author != reader { changed.unreadCount = min(unreadCount + 1, 1000) }
            return changed
        default: return nil
        }
    }

    private func hearing(_ seen: FeedEntry.Seen, as reader: UserID) -> Self? {
        var changed = self
        guard let index = changed.participants.firstIndex(where: { $0.userId == seen.userId }) else { return nil }
        changed.participants[index].seenSequence = max(changed.participants[index].seenSequence, seen.sequence)
        if seen.userId == reader {
            // How many came after it only the server knows.
            guard seen.sequence >= lastMessage?.sequence ?? 0 else { return nil }
            changed.unreadCount = 0
        }
        return changed
    }
}

extension KeyedDecodingContainer {
    /// Chosen by the synthesized decoding of a participant: a role of a later version of the platform hides no conversation.
    func decodeIfPresent(_ type: Role.Type, forKey key: Key) throws -> Role? { try decodeIfPresent(String.self, forKey: key).flatMap { Role(rawValue: $0) } }
}

import CareModels
import Foundation

/// An entry of a feed with what it is about, as it is now.
struct FeedEntryView: Encodable, Sendable {
    struct Seen: Encodable, Sendable {
        var userId: UserID
        var sequence: Int
    }

    /// 1 for a user's first entry, then one more each, without a gap.
    var sequence: Int
    var kind: String
    var at: Date
    var conversationId: ConversationID?
    var item: ItemView?
    var conversation: ConversationView?
    var seen: Seen?
    var notification: NotificationView?
}

extension FeedEntryView {
    init(_ entry: OpenedFeedEntry, for user: UserID, now: Date, in language: Language) {
        let record = entry.record
        self.init(
            sequence: record.sequence, kind: record.kind.rawValue, at: record.createdAt, conversationId: record.conversationId,
            item: entry.item.map { ItemView($0, for: user) }, conversation: entry.conversation.map { ConversationView($0, for: user, now: now, in: language) },
            seen: Seen(record), notification: entry.notification.map { NotificationView($0, in: language) })
    }
}

extension FeedEntryView.Seen {
    /// Nil for an entry that tells of something else.
    init?(_ record: FeedRecord) {
        guard record.kind == .seen, let person = record.personId, let sequence = record.seenSequence else { return nil }
        self.init(userId: person, sequence: sequence)
    }
}

import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// A participant sends a message. The same client id again sends nothing, and gives what was sent.
struct Send: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    struct Outcome: Sendable {
        var item: OpenedItem
        var isNew: Bool
        var news = StreamNews()
    }

    func callAsFunction(_ message: CheckedMessage, by author: UserID, in id: ConversationID, _ tx: Transaction) async throws -> Outcome {
        guard let (conversation, isReceived) = try await tx.lockConversation(id, for: author), conversation.participantIds.contains(author) else {
            throw Refusal.noSuchConversation
        }
        if conversation.isClosed || !isReceived {
            // A retry of what was sent before it was closed, or before somebody blocked the author.
            guard let earlier = try await SentBefore(keys: keys)(message, by: author, in: conversation, tx) else {
                if conversation.isClosed { throw ConversationRule.Refusal.locked }
                throw Refusal.notReceived
            }
            return Outcome(item: earlier, isNew: false)
        }
        let now = now()
        switch try await Post(keys: keys, newID: newID)(message, by: author, in: conversation, now: now, tx) {
        case .sentBefore(let item):
            return Outcome(item: item, isNew: false)
        case .sent(let item):
            let drafts = FeedDraft.all(conversation.participantIds, .item, conversation: id, item: item.record.id)
            let news = try await Publish(now: now)(drafts, emitting: [MessageSent(item.record, message.kind)], tx)
            return Outcome(item: item, isNew: true, news: news)
        }
    }
}

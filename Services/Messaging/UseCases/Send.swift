import CareModels
import CareService
import Foundation
import Outbox
import Postgres
import Sealing

/// A participant sends messages: in their order, and all of them or none. The same client id again sends nothing, and gives what was sent.
struct Send: Sendable {
    let keys: PersonKeys
    let quota: StorageQuota
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    struct Outcome: Sendable {
        /// In their order.
        var items: [OpenedItem] = []
        var isAnyNew = false
        var news = StreamNews()
    }

    func callAsFunction(_ messages: [CheckedMessage], by author: UserID, in id: ConversationID, _ tx: Transaction) async throws -> Outcome {
        guard let (found, isReceived) = try await tx.lockConversation(id, for: author), found.participantIds.contains(author) else {
            throw Refusal.noSuchConversation
        }
        var conversation = found
        let now = now()
        let post = Post(keys: keys, quota: quota.limit(of: author, now: now), newID: newID)
        var outcome = Outcome()
        var drafts: [FeedDraft] = [], events: [any CareEvent] = []
        for (index, message) in messages.enumerated() {
            do {
                if conversation.isClosed || !isReceived {
                    outcome.items.append(try await sentBefore(message, by: author, in: conversation, tx))
                    continue
                }
                switch try await post(message, by: author, in: conversation, now: now, tx) {
                case .sentBefore(let item):
                    outcome.items.append(item)
                case .sent(let item):
                    outcome.items.append(item)
                    outcome.isAnyNew = true
                    conversation.itemSequence = item.record.sequence
                    drafts += FeedDraft.all(conversation.participantIds, .item, conversation: id, item: item.record.id)
                    events.append(MessageSent(item.record, message.kind))
                }
            } catch let refusal as Refusal {
                throw RefusedMessage(index: index, refusal: refusal)
            }
        }
        if outcome.isAnyNew { outcome.news = try await Publish(now: now)(drafts, emitting: events, tx) }
        return outcome
    }

    /// A retry of what was sent before it was closed, or before somebody blocked the author.
    private func sentBefore(
        _ message: CheckedMessage, by author: UserID, in conversation: LockedConversation, _ tx: Transaction
    ) async throws -> OpenedItem {
        if let earlier = try await SentBefore(keys: keys)(message, by: author, in: conversation, tx) { return earlier }
        if conversation.isClosed { throw ConversationRule.Refusal.locked }
        throw Refusal.notReceived
    }
}

/// Of several messages the one that is refused, and with it all.
struct RefusedMessage: Error {
    /// Among those that were to be sent, from 0.
    var index: Int
    var refusal: Refusal
}

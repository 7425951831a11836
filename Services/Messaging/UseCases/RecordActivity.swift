import CareModels
import Foundation
import Postgres

/// An activity is an item of its conversation too, and tells everyone that the conversation changed.
struct RecordActivity: Sendable {
    let newID: @Sendable () -> UUID

    /// Also publishes `events`; nothing follows it in the transaction.
    func callAsFunction(
        _ details: ItemDetails, in conversation: LockedConversation, _ events: [any CareEvent], now: Date, _ tx: Transaction
    ) async throws -> StreamNews {
        let item = ItemRecord(
            id: MessageID(newID()), conversationId: conversation.id, sequence: conversation.itemSequence + 1, kind: .activity, details: details,
            createdAt: now)
        _ = try await tx.insert(item)
        var participants = conversation.participantIds
        if details.event == "joined", let newcomer = details.userId { participants.append(newcomer) }
        let drafts =
            FeedDraft.all(participants, .item, conversation: conversation.id, item: item.id)
            + FeedDraft.all(participants, .conversation, conversation: conversation.id)
        return try await Publish(now: now)(drafts, emitting: events, tx)
    }
}

import CareModels
import Foundation
import Postgres

/// A message's author takes it back, which leaves a tombstone. Again: nothing more happens.
struct TakeBack: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ id: MessageID, by user: UserID, _ tx: Transaction) async throws -> StreamNews {
        guard let found = try await tx.items([id]).first, let conversation = try await tx.lockConversation(found.conversationId),
            conversation.participantIds.contains(user)
        else { throw Refusal.noSuchMessage }
        guard found.authorId == user, let kind = found.kind.messageKind else { throw Refusal.notTheAuthor }
        // Again, now that nobody else changes it.
        guard let item = try await tx.items([id]).first, item.deletedAt == nil else { return StreamNews() }
        let now = now()
        try await tx.bury(id, now: now)
        let event = MessageDeleted(
            messageId: id, version: 2, conversationId: conversation.id, sequence: item.sequence, kind: kind, deletedAt: now)
        let drafts = FeedDraft.all(try await tx.readers(of: item.sequence, in: conversation.id), .itemDeleted, conversation: conversation.id, item: id)
        return try await Publish(now: now)(drafts, emitting: [event], tx)
    }
}

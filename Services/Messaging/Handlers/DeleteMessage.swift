import CareModels
import HTTP
import Postgres

/// `DELETE /messages/:id`, by its author: leaves a tombstone. Again: nothing more happens.
struct DeleteMessage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: MessageID = try request.id("id")
        try await dependencies.pool.transaction { tx in try await delete(id, by: user, tx) }
        return .noContent
    }

    private func delete(_ id: MessageID, by user: UserID, _ tx: Transaction) async throws {
        guard let found = try await tx.items([id]).first, let conversation = try await tx.lockConversation(found.conversationId),
            conversation.participantIds.contains(user)
        else { throw Problem.notFound("message") }
        guard found.authorId == user, let kind = found.kind.messageKind else { throw Problem.forbidden("Only its author takes a message back.") }
        // Again, now that nobody else changes it.
        guard let item = try await tx.items([id]).first, item.deletedAt == nil else { return }
        let now = dependencies.now()
        try await tx.bury(id, now: now)
        let event = MessageDeleted(
            messageId: id, version: 2, conversationId: conversation.id, sequence: item.sequence, kind: kind, deletedAt: now)
        let drafts = FeedDraft.all(conversation.participantIds, .itemDeleted, conversation: conversation.id, item: id)
        try await tx.publish(drafts, [event], now: now, hub: dependencies.hub)
    }
}

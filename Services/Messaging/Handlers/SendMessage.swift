import CareModels
import HTTP
import Outbox
import Postgres

/// `POST /conversations/:id/messages`. The same `clientId` again returns the first result, with 200 instead of 201.
struct SendMessage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let author = try request.identity.user()
        let id: ConversationID = try request.id("id")
        let body: MessageBody = try request.decode()
        var validation = Validation()
        let checked = body.checked(&validation)
        try validation.done()
        guard let checked else { throw Problem.invalid([]) }
        return try await dependencies.pool.idempotent(request) { tx in
            let (item, isNew) = try await send(checked, by: author, to: id, tx)
            let views = try await dependencies.itemReader.views([item], for: author, tx)
            return try .json(views[0], status: isNew ? .created : .ok)
        }
    }

    private func send(_ message: CheckedMessage, by author: UserID, to id: ConversationID, _ tx: Transaction) async throws -> (ItemRecord, isNew: Bool) {
        guard let conversation = try await tx.lockConversation(id), conversation.participantIds.contains(author) else {
            throw Problem.notFound("conversation")
        }
        let posting = Posting(dependencies: dependencies)
        if conversation.isLocked {
            // A retry of what was sent before it was closed.
            guard let earlier = try await tx.item(of: author, clientId: message.clientId) else {
                throw ConversationRule.Refusal.locked
            }
            return (try await posting.same(earlier, message, conversation, tx), false)
        }
        let now = dependencies.now()
        switch try await posting.post(message, by: author, in: conversation, now: now, tx) {
        case .sentBefore(let item):
            return (item, false)
        case .sent(let item):
            let drafts = FeedDraft.all(conversation.participantIds, .item, conversation: id, item: item.id)
            let events: [any CareEvent] = [Posting.event(of: item)].compactMap { $0 }
            try await tx.publish(drafts, events, now: now, hub: dependencies.hub)
            return (item, true)
        }
    }
}

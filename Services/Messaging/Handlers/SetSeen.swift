import CareModels
import HTTP
import Postgres

/// `PUT /conversations/:id/seen` {itemId?}: the caller has seen everything up to that item, or to the latest. The mark only moves on.
struct SetSeen: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable { var itemId: MessageID? }

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: ConversationID = try request.id("id")
        let body = request.body.isEmpty ? Body() : try request.decode(Body.self)
        try await dependencies.pool.transaction { tx in try await see(body.itemId, in: id, user, tx) }
        return .noContent
    }

    private func see(_ item: MessageID?, in id: ConversationID, _ user: UserID, _ tx: Transaction) async throws {
        guard let participation = try await tx.lockParticipation(of: user, in: id) else { throw Problem.notFound("conversation") }
        guard let position = try await tx.position(of: item, in: id) else {
            if item == nil { return }
            throw Problem.invalid([.init("itemId", "is no item of this conversation")])
        }
        guard position.sequence > participation.seenSequence else { return }
        try await tx.setSeen(participation, sequence: position.sequence, until: position.createdAt)
        let drafts = FeedDraft.all(participation.participantIds, .seen, conversation: id, person: user, seenSequence: position.sequence)
        try await tx.publish(drafts, now: dependencies.now(), hub: dependencies.hub)
    }
}

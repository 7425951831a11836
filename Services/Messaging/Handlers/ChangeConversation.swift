import CareModels
import HTTP
import Outbox
import Postgres

/// `PATCH /conversations/:id` {isLocked}: a provider closes or reopens it. To ask for what is changes nothing.
struct ChangeConversation: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable { var isLocked: Bool }

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let role = request.identity.role
        let id: ConversationID = try request.id("id")
        let body: Body = try request.decode()
        return try await dependencies.pool.idempotent(request) { tx in
            guard let conversation = try await tx.lockConversation(id), conversation.participantIds.contains(user) else {
                throw Problem.notFound("conversation")
            }
            let isPatientErased = conversation.patientId.map { !conversation.participantIds.contains($0) } ?? false
            try ConversationRule.setLocked(by: role, isPatientErased: isPatientErased)
            if conversation.isLocked != body.isLocked { try await change(conversation, to: body.isLocked, by: user, tx) }
            guard let view = try await dependencies.conversationReader.view(id, for: user, tx) else { throw Problem.notFound("conversation") }
            return try .json(view)
        }
    }

    private func change(_ conversation: LockedConversation, to isLocked: Bool, by user: UserID, _ tx: Transaction) async throws {
        let now = dependencies.now()
        try await tx.setLocked(isLocked, conversation)
        let version = conversation.version + 1
        let event: any CareEvent =
            isLocked
            ? ConversationClosed(conversationId: conversation.id, version: version, closedBy: user, closedAt: now)
            : ConversationReopened(conversationId: conversation.id, version: version, reopenedBy: user, reopenedAt: now)
        let activity = ItemDetails(event: isLocked ? "closed" : "reopened", byUserId: user)
        try await Activity(dependencies: dependencies).record(activity, in: conversation, [event], now: now, tx)
    }
}

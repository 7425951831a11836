import CareModels
import HTTP
import Outbox
import Postgres

/// `POST /conversations/:id/participants` {userId}: a participant brings in a provider. Who is in already stays: a retry is safe.
struct AddParticipant: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable { var userId: UserID }

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: ConversationID = try request.id("id")
        let body: Body = try request.decode()
        return try await dependencies.pool.idempotent(request) { tx in
            try await add(body.userId, to: id, by: user, tx)
            guard let view = try await dependencies.conversationReader.view(id, for: user, tx) else { throw Problem.notFound("conversation") }
            return try .json(view)
        }
    }

    private func add(_ newcomer: UserID, to id: ConversationID, by user: UserID, _ tx: Transaction) async throws {
        // Relations are locked before conversations, so who the patient is has to be known first; it never changes.
        guard let seen = try await tx.conversations([id], for: user).first else { throw Problem.notFound("conversation") }
        let person = try await tx.lockPeople([newcomer])[newcomer]
        try ConversationRule.add(person, to: [])
        if let patient = seen.patientId { try await tx.relate([newcomer], patient: patient) }
        guard let conversation = try await tx.lockConversation(id), conversation.participantIds.contains(user) else {
            throw Problem.notFound("conversation")
        }
        if conversation.participantIds.contains(newcomer) { return }
        if conversation.isLocked { throw ConversationRule.Refusal.locked }
        try ConversationRule.add(person, to: conversation.participantIds)
        let now = dependencies.now()
        try await tx.add(newcomer, to: conversation, newID: dependencies.newID, now: now)
        let event = ConversationJoined(
            conversationId: id, version: conversation.version + 1, userId: newcomer, addedBy: user, joinedAt: now)
        let details = ItemDetails(event: "joined", userId: newcomer, byUserId: user)
        try await Activity(dependencies: dependencies).record(details, in: conversation, [event], now: now, tx)
    }
}

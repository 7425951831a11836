import CareModels
import Foundation
import Postgres

/// A participant leaves a conversation: what was said until then stays readable to them, and nothing more reaches them. When the patient leaves it
/// closes, since nobody goes on about them there. Who left already stays away: a retry is safe.
struct Leave: Sendable {
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ id: ConversationID, by user: UserID, _ tx: Transaction) async throws -> StreamNews {
        guard let conversation = try await tx.lockConversation(id) else { throw Refusal.noSuchConversation }
        guard conversation.participantIds.contains(user) else {
            if try await tx.history(of: user, in: id).spans.isEmpty { throw Refusal.noSuchConversation }
            return StreamNews()
        }
        let now = now()
        // The activity that tells of it is the last item that they see.
        try await tx.leave(user, conversation, after: conversation.itemSequence + 1, now: now)
        var events: [any CareEvent] = [ConversationLeft(conversationId: id, version: conversation.version + 1, userId: user, leftAt: now)]
        if conversation.patientId == user { try await tx.dropInvitations(to: conversation) }
        if conversation.patientId == user, !conversation.isClosed {
            try await tx.setClosed(true, conversation)
            events.append(ConversationClosed(conversationId: id, version: conversation.version + 2, closedBy: user, closedAt: now))
        }
        return try await RecordActivity(newID: newID)(ItemDetails(event: "left", userId: user), in: conversation, events, now: now, tx)
    }
}

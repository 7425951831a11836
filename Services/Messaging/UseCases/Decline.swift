import CareModels
import Foundation
import Postgres

/// The patient does not want whom a provider proposed, or the provider thinks better of it.
struct Decline: Sendable {
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ invited: UserID, in id: ConversationID, by user: UserID, _ tx: Transaction) async throws -> StreamNews {
        guard let conversation = try await tx.lockConversation(id), conversation.participantIds.contains(user) else {
            throw Refusal.noSuchConversation
        }
        guard let proposer = try await tx.invitations(to: conversation)[invited] else { throw Refusal.noSuchInvitation }
        try ConversationRule.decline(by: user, patient: conversation.patientId, proposer: proposer)
        let now = now()
        try await tx.decline(invited, in: conversation)
        let event = ConversationDeclined(
            conversationId: id, version: conversation.version + 1, userId: invited, declinedBy: user, declinedAt: now)
        let details = ItemDetails(event: "declined", userId: invited, doneBy: user)
        return try await RecordActivity(newID: newID)(details, in: conversation, [event], now: now, tx)
    }
}

import CareModels
import Foundation
import Postgres
import Sealing

/// A participant brings a provider into a conversation. Who is in already stays: a retry is safe.
struct BringIn: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ newcomer: UserID, into id: ConversationID, by user: UserID, _ tx: Transaction) async throws -> ConversationOutcome {
        let news = try await add(newcomer, to: id, by: user, tx)
        return try await ConversationOutcome(id, for: user, news, with: keys, tx)
    }

    private func add(_ newcomer: UserID, to id: ConversationID, by user: UserID, _ tx: Transaction) async throws -> StreamNews {
        // Relations are locked before conversations, so who the patient is has to be known first; it never changes.
        guard let seen = try await tx.conversations([id], for: user).first else { throw Refusal.noSuchConversation }
        let person = try await tx.lockPeople([newcomer])[newcomer]
        try ConversationRule.add(person, to: [])
        if let patient = seen.patientId { try await tx.relate([newcomer], patient: patient) }
        guard let conversation = try await tx.lockConversation(id), conversation.participantIds.contains(user) else {
            throw Refusal.noSuchConversation
        }
        if conversation.participantIds.contains(newcomer) { return StreamNews() }
        if conversation.isLocked { throw ConversationRule.Refusal.locked }
        // What those who are there have among themselves is theirs.
        let isBlocked = try await tx.isAnyBlocked(between: newcomer, and: conversation.participantIds)
        try ConversationRule.add(person, to: conversation.participantIds, isBlocked: isBlocked)
        let now = now()
        try await tx.add(newcomer, to: conversation, newID: newID, now: now)
        let event = ConversationJoined(
            conversationId: id, version: conversation.version + 1, userId: newcomer, addedBy: user, joinedAt: now)
        let details = ItemDetails(event: "joined", userId: newcomer, byUserId: user)
        return try await RecordActivity(newID: newID)(details, in: conversation, [event], now: now, tx)
    }
}

import CareModels
import CareService
import Foundation
import Postgres
import Sealing

/// A participant brings a provider into a conversation. Where there is a patient it takes the patient's word: they add whom they like, and whom a
/// provider proposes waits until they do. Who is in, or was proposed before, stays so: a retry is safe.
struct BringIn: Sendable {
    let keys: PersonKeys
    let quota: StorageQuota
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ newcomer: UserID, into id: ConversationID, by user: UserID, _ tx: Transaction) async throws -> ConversationOutcome {
        let news = try await bring(newcomer, to: id, by: user, tx)
        return try await ConversationOutcome(id, for: user, news, with: keys, tx)
    }

    private func bring(_ newcomer: UserID, to id: ConversationID, by user: UserID, _ tx: Transaction) async throws -> StreamNews {
        // Relations are locked before conversations, so who the patient is has to be known first; it never changes.
        guard let seen = try await tx.conversations([id], for: user).first else { throw Refusal.noSuchConversation }
        let person = try await tx.lockPeople([newcomer])[newcomer]
        try ConversationRule.add(person, to: [])
        let isAdded = ConversationRule.isWordGiven(by: user, patient: seen.patientId)
        if isAdded, let patient = seen.patientId { try await tx.relate([newcomer], patient: patient) }
        guard let conversation = try await tx.lockConversation(id), conversation.participantIds.contains(user) else {
            throw Refusal.noSuchConversation
        }
        if conversation.participantIds.contains(newcomer) { return StreamNews() }
        if conversation.isClosed { throw ConversationRule.Refusal.locked }
        // Who takes no part in it has a span for each time that they left.
        try ConversationRule.checkReturn(after: try await tx.history(of: newcomer, in: id).spans.count)
        // What those who are there have among themselves is theirs.
        let isBlocked = try await tx.isAnyBlocked(between: newcomer, and: conversation.participantIds)
        try ConversationRule.add(person, to: conversation.participantIds, isBlocked: isBlocked)
        return isAdded ? try await add(newcomer, to: conversation, by: user, tx) : try await propose(newcomer, for: conversation, by: user, tx)
    }

    private func add(_ newcomer: UserID, to conversation: LockedConversation, by user: UserID, _ tx: Transaction) async throws -> StreamNews {
        let now = now()
        try await tx.add(newcomer, to: conversation, newID: newID, now: now)
        try await tx.chargeActivity(of: user, quota: quota.limit(of: user, now: now))
        let event = ConversationJoined(
            conversationId: conversation.id, version: conversation.version + 1, userId: newcomer, addedBy: user, joinedAt: now)
        let details = ItemDetails(event: "joined", userId: newcomer, doneBy: user)
        return try await RecordActivity(newID: newID)(details, in: conversation, [event], now: now, tx)
    }

    private func propose(_ newcomer: UserID, for conversation: LockedConversation, by user: UserID, _ tx: Transaction) async throws -> StreamNews {
        let invited = try await tx.invitations(to: conversation)
        if invited[newcomer] != nil { return StreamNews() }
        try ConversationRule.checkRoom(in: conversation.participantIds.count + invited.count)
        let now = now()
        try await tx.invite(newcomer, to: conversation, by: user, now: now)
        try await tx.chargeActivity(of: user, quota: quota.limit(of: user, now: now))
        let event = ConversationInvited(
            conversationId: conversation.id, version: conversation.version + 1, userId: newcomer, invitedBy: user, invitedAt: now)
        let details = ItemDetails(event: "invited", userId: newcomer, doneBy: user)
        return try await RecordActivity(newID: newID)(details, in: conversation, [event], now: now, tx)
    }
}

import CareModels
import CareService
import Foundation
import Postgres
import Sealing

/// A provider closes a conversation or reopens it. To ask for what is changes nothing.
struct CloseOrReopen: Sendable {
    let keys: PersonKeys
    let quota: StorageQuota
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// `isClosed`: nil for as it is.
    func callAsFunction(
        _ id: ConversationID, isClosed: Bool?, by user: UserID, _ role: Role, _ precondition: (_ version: Int) throws -> Void, _ tx: Transaction
    ) async throws -> ConversationOutcome {
        guard let conversation = try await tx.lockConversation(id), conversation.participantIds.contains(user) else {
            throw Refusal.noSuchConversation
        }
        var gone: Person?
        if let patient = conversation.patientId, !conversation.participantIds.contains(patient) {
            gone = try await tx.people([patient])[patient] ?? Person(id: patient)
        }
        try ConversationRule.closeOrReopen(by: role, gone: gone)
        try precondition(conversation.version)
        let isClosed = isClosed ?? conversation.isClosed
        let news = conversation.isClosed == isClosed ? StreamNews() : try await change(conversation, to: isClosed, by: user, tx)
        return try await ConversationOutcome(id, for: user, news, with: keys, tx)
    }

    private func change(_ conversation: LockedConversation, to isClosed: Bool, by user: UserID, _ tx: Transaction) async throws -> StreamNews {
        let now = now()
        try await tx.setClosed(isClosed, conversation)
        if !isClosed { try await tx.chargeActivity(of: user, quota: quota.limit(of: user, now: now)) }
        let version = conversation.version + 1
        let event: any CareEvent =
            isClosed
            ? ConversationClosed(conversationId: conversation.id, version: version, closedBy: user, closedAt: now)
            : ConversationReopened(conversationId: conversation.id, version: version, reopenedBy: user, reopenedAt: now)
        let activity = ItemDetails(event: isClosed ? "closed" : "reopened", doneBy: user)
        return try await RecordActivity(newID: newID)(activity, in: conversation, [event], now: now, tx)
    }
}

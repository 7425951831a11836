import CareModels
import Foundation
import Outbox
import Postgres

/// A participant types, or has stopped; the others who are connected hear it, unless it is nothing new to them.
struct MarkTyping: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ isTyping: Bool, in id: ConversationID, by user: UserID, _ tx: Transaction) async throws {
        guard let participation = try await tx.lockParticipation(of: user, in: id) else { throw Refusal.noSuchConversation }
        let now = now()
        guard Typing.isNews(isTyping, after: participation.typingAt, now: now) else { return }
        // Who does not get their messages does not see them typing either.
        guard try await !tx.isBlocked(user, by: participation.participantIds) else { return }
        let version = try await tx.setTyping(participation, at: isTyping ? now : nil)
        try await tx.emit(
            FeedTyping(
                participationId: participation.id, version: version, conversationId: id, userId: user,
                recipientIds: participation.participantIds.filter { $0 != user }, typingAt: isTyping ? now : participation.typingAt ?? now,
                typing: isTyping))
    }
}

import CareModels
import Foundation
import Postgres

/// A participant has seen a conversation up to an item, or to the latest. The mark only moves on.
struct MarkSeen: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ item: MessageID?, in id: ConversationID, by user: UserID, _ tx: Transaction) async throws -> StreamNews {
        guard let participation = try await tx.lockParticipation(of: user, in: id) else { throw Refusal.noSuchConversation }
        guard let position = try await tx.position(of: item, in: id) else {
            if item == nil { return StreamNews() }
            throw Refusal.noSuchItem
        }
        // One from before they came is none of theirs, unless they had been there before: then they read it, and the mark is beyond it.
        if item != nil, position.sequence <= participation.joinedSequence, try await !tx.history(of: user, in: id).holds(position.sequence) {
            throw Refusal.noSuchItem
        }
        guard position.sequence > participation.seenSequence else { return StreamNews() }
        try await tx.setSeen(participation, sequence: position.sequence, until: position.createdAt)
        let drafts = FeedDraft.all(participation.participantIds, .seen, conversation: id, person: user, seenSequence: position.sequence)
        return try await Publish(now: now())(drafts, tx)
    }
}

import CareModels
import Foundation
import Postgres

/// A participation whose row this transaction has locked.
struct LockedParticipation: Sendable {
    var id: ParticipationID
    var joinedSequence: Int
    var seenSequence: Int
    var typingAt: Date?
    var typingVersion: Int
    /// Everyone in the conversation.
    var participantIds: [UserID]
}

extension Transaction {
    func lockParticipation(of user: UserID, in conversation: ConversationID) async throws -> LockedParticipation? {
        let row = try await first(
            """
            SELECT p.id, p.joined_sequence, p.seen_sequence, p.typing_at, p.typing_version, c.participant_ids
            FROM participations p JOIN conversations c ON c.id = p.conversation_id
            WHERE p.conversation_id = \(conversation) AND p.user_id = \(user) FOR NO KEY UPDATE OF p
            """)
        guard let row else { return nil }
        let participants: [UUID] = try row["participant_ids"]
        return LockedParticipation(
            id: try row["id"], joinedSequence: try row["joined_sequence"], seenSequence: try row["seen_sequence"], typingAt: try row["typing_at"],
            typingVersion: try row["typing_version"],
            participantIds: participants.map { UserID($0) })
    }

    /// The next version. `instant`: nil when they have stopped.
    func setTyping(_ participation: LockedParticipation, at instant: Date?) async throws -> Int {
        let version = participation.typingVersion + 1
        try await execute("UPDATE participations SET typing_at = \(instant)::timestamptz, typing_version = \(version) WHERE id = \(participation.id)")
        return version
    }

    func setSeen(_ participation: LockedParticipation, sequence: Int, until: Date) async throws {
        try await execute("UPDATE participations SET seen_sequence = \(sequence), seen_until = \(until) WHERE id = \(participation.id)")
    }
}

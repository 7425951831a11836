import CareModels
import Foundation
import Postgres

extension Transaction {
    /// The next conversations by id, locked. Those of a patient who was erased are left out; who else was erased is among the participants no more.
    func conversationSnapshots(after id: UUID, _ most: Int) async throws -> [ConversationSnapshot] {
        let rows = try await query(
            """
            SELECT id, version, participant_ids, created_by, created_at, is_locked FROM conversations c
            WHERE id > \(id) AND \(Self.ofNobodyErased) ORDER BY id LIMIT \(most) FOR NO KEY UPDATE OF c
            """)
        return try rows.map { row in
            let participants: [UUID] = try row["participant_ids"]
            return ConversationSnapshot(
                conversationId: try row["id"], version: try row["version"], participantIds: participants.map { UserID($0) }, createdBy: try row["created_by"],
                createdAt: try row["created_at"], isClosed: try row["is_locked"])
        }
    }

    /// The next messages by id, locked, of those conversations, without those that were taken back.
    func messageSnapshots(after id: UUID, _ most: Int) async throws -> [MessageSnapshot] {
        let rows = try await query(
            """
            SELECT i.id, conversation_id, sequence, kind, author_id, i.created_at FROM items i JOIN conversations c ON c.id = i.conversation_id
            WHERE i.id > \(id) AND kind <> 'activity' AND deleted_at IS NULL AND \(Self.ofNobodyErased)
                AND NOT EXISTS (SELECT FROM people WHERE user_id = i.author_id AND erased_at IS NOT NULL)
            ORDER BY i.id LIMIT \(most) FOR NO KEY UPDATE OF i
            """)
        return try rows.map { row in
            MessageSnapshot(
                messageId: try row["id"], version: 1, conversationId: try row["conversation_id"], sequence: try row["sequence"], kind: try row["kind"],
                authorId: try row["author_id"], sentAt: try row["created_at"])
        }
    }

    private static var ofNobodyErased: SQL { "NOT EXISTS (SELECT FROM people WHERE user_id = c.patient_id AND erased_at IS NOT NULL)" }
}

extension MessageKind: PostgresDecodable {}

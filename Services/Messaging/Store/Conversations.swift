import CareModels
import Foundation
import Postgres

/// A conversation whose row this transaction has locked.
struct LockedConversation: Sendable {
    var id: ConversationID
    var version: Int
    var patientId: UserID?
    var participantIds: [UserID]
    var isClosed: Bool
    var itemSequence: Int

    static let columns = "id, version, patient_id, participant_ids, is_locked, item_sequence"

    init(_ row: Row) throws {
        id = try row["id"]
        version = try row["version"]
        patientId = try row["patient_id"]
        let participants: [UUID] = try row["participant_ids"]
        participantIds = participants.map { UserID($0) }
        isClosed = try row["is_locked"]
        itemSequence = try row["item_sequence"]
    }

    init(id: ConversationID, patientId: UserID?, participantIds: [UserID]) {
        self.id = id
        version = 1
        self.patientId = patientId
        self.participantIds = participantIds
        isClosed = false
        itemSequence = 0
    }

    /// Whose key seals what this author writes here.
    func keyOwner(author: UserID) -> UserID { patientId ?? author }
}

extension Transaction {
    func lockConversation(_ id: ConversationID) async throws -> LockedConversation? {
        let sql: SQL = "SELECT \(unescaped: LockedConversation.columns) FROM conversations WHERE id = \(id) FOR NO KEY UPDATE"
        return try await first(sql).map { try LockedConversation($0) }
    }

    /// Also whether everybody else in it takes messages from this author. One statement, since every message asks.
    func lockConversation(_ id: ConversationID, for author: UserID) async throws -> (LockedConversation, isReceived: Bool)? {
        let sql: SQL = """
            SELECT \(unescaped: LockedConversation.columns),
                NOT EXISTS (SELECT FROM blocks WHERE person_id = \(author) AND owner_id = ANY(participant_ids)) AS is_received
            FROM conversations WHERE id = \(id) FOR NO KEY UPDATE
            """
        return try await first(sql).map { (try LockedConversation($0), isReceived: try $0["is_received"]) }
    }

    /// Those that they take part in or left, in the order of their ids.
    func lockConversations(of user: UserID) async throws -> [LockedConversation] {
        let sql: SQL = """
            SELECT \(unescaped: LockedConversation.columns) FROM conversations
            WHERE id IN (
                SELECT conversation_id FROM participations WHERE user_id = \(user)
                UNION ALL SELECT conversation_id FROM departures WHERE user_id = \(user)
            ) ORDER BY id FOR NO KEY UPDATE
            """
        return try await query(sql).map { try LockedConversation($0) }
    }

    func insert(_ conversation: LockedConversation, title: Sealed?, by starter: UserID?, newID: () -> UUID, now: Date) async throws {
        var statements: [SQL] = [
            """
            INSERT INTO conversations (id, version, patient_id, participant_ids, created_by, title, title_of, created_at, updated_at)
            VALUES (\(conversation.id), \(conversation.version), \(conversation.patientId)::uuid, \(conversation.participantIds.map(\.uuid)),
                    \(starter)::uuid, \(title?.bytes)::bytea, \(title?.of)::uuid, \(now), \(now))
            """
        ]
        for user in conversation.participantIds {
            statements.append(Self.participation(newID(), conversation, user, now))
        }
        try await batch(statements)
        try await ensureFeeds(conversation.participantIds)
    }

    /// Of somebody who sees what comes from now on.
    private static func participation(_ id: UUID, _ conversation: LockedConversation, _ user: UserID, _ now: Date) -> SQL {
        """
        INSERT INTO participations (id, conversation_id, user_id, joined_at, updated_at, joined_sequence, seen_sequence)
        VALUES (\(id), \(conversation.id), \(user), \(now), \(now), \(conversation.itemSequence), \(conversation.itemSequence))
        """
    }

    /// Adds a participant to the locked conversation, as its next version; an invitation of theirs is settled by it.
    func add(_ user: UserID, to conversation: LockedConversation, newID: () -> UUID, now: Date) async throws {
        try await batch([
            Self.participation(newID(), conversation, user, now),
            "DELETE FROM invitations WHERE conversation_id = \(conversation.id) AND user_id = \(user)",
            """
            UPDATE conversations SET participant_ids = array_append(participant_ids, \(user)), version = version + 1
            WHERE id = \(conversation.id)
            """
        ])
        try await ensureFeeds([user])
    }

    /// A participant leaves the locked conversation, as its next version; they still read what came up to the item at `sequence`.
    func leave(_ user: UserID, _ conversation: LockedConversation, after sequence: Int, now: Date) async throws {
        try await batch([
            """
            INSERT INTO departures (conversation_id, user_id, joined_sequence, left_sequence, left_at)
            SELECT conversation_id, user_id, joined_sequence, \(sequence)::bigint, \(now)::timestamptz FROM participations
            WHERE conversation_id = \(conversation.id) AND user_id = \(user)
            """,
            "DELETE FROM participations WHERE conversation_id = \(conversation.id) AND user_id = \(user)",
            """
            UPDATE conversations SET participant_ids = array_remove(participant_ids, \(user)), version = version + 1 WHERE id = \(conversation.id)
            """
        ])
    }

    /// Takes a person who is being erased out of the locked conversation.
    func remove(_ user: UserID, from conversation: LockedConversation) async throws {
        try await batch([
            "DELETE FROM participations WHERE conversation_id = \(conversation.id) AND user_id = \(user)",
            "DELETE FROM departures WHERE conversation_id = \(conversation.id) AND user_id = \(user)",
            "UPDATE conversations SET participant_ids = array_remove(participant_ids, \(user)) WHERE id = \(conversation.id)"
        ])
    }

    /// Closes or reopens the locked conversation, as its next version.
    func setClosed(_ isClosed: Bool, _ conversation: LockedConversation) async throws {
        try await execute("UPDATE conversations SET is_locked = \(isClosed), version = version + 1 WHERE id = \(conversation.id)")
    }

    func eraseTitles(ofKey person: UserID) async throws {
        try await execute("UPDATE conversations SET title = NULL, title_of = NULL WHERE title_of = \(person)")
    }
}

import CareModels
import Foundation
import Postgres

/// A conversation as it is stored, with what is this reader's own.
struct ConversationRecord: Sendable {
    var id: ConversationID
    var version: Int
    var patientId: UserID?
    var title: Sealed?
    var isLocked: Bool
    var unreadCount: Int
    var lastItemID: MessageID?
    var createdAt: Date
    var updatedAt: Date

    /// Counting ends here: "999+" is all that anyone wants to know.
    static let mostUnread = 1000

    init(_ row: Row) throws {
        id = try row["id"]
        version = try row["version"]
        patientId = try row["patient_id"]
        let title: [UInt8]? = try row["title"]
        let owner: UserID? = try row["title_of"]
        if let title, let owner { self.title = Sealed(bytes: title, of: owner) }
        isLocked = try row["is_locked"]
        unreadCount = try row["unread"]
        lastItemID = try row["last_item"]
        createdAt = try row["created_at"]
        updatedAt = try row["updated_at"]
    }

    /// Where a title belongs, for its seal.
    static func titlePlace(_ id: ConversationID) -> String { "conversations.title \(id)" }

    static let columns = """
        c.id, c.version, c.patient_id, c.title, c.title_of, c.is_locked, c.created_at, p.updated_at, unread.count AS unread, last.id AS last_item
        """

    /// `p` is the reader's participation, `c` the conversation.
    static let joins = """
        JOIN conversations c ON c.id = p.conversation_id
        CROSS JOIN LATERAL (
            SELECT count(*) AS count FROM (
                SELECT FROM items i WHERE i.conversation_id = c.id AND i.sequence > p.seen_sequence AND i.kind <> 'activity'
                    AND i.deleted_at IS NULL AND i.author_id IS DISTINCT FROM p.user_id LIMIT \(mostUnread)
            ) newer
        ) unread
        LEFT JOIN LATERAL (
            SELECT i.id FROM items i WHERE i.conversation_id = c.id AND i.kind <> 'activity' ORDER BY i.sequence DESC LIMIT 1
        ) last ON true
        """
}

/// A participant as the others see them.
struct ParticipantRecord: Sendable {
    var conversationId: ConversationID
    var person: Person
    var typingAt: Date?
    var seenUntil: Date?
    var seenSequence: Int

    init(_ row: Row) throws {
        conversationId = try row["conversation_id"]
        person = try Person(row)
        typingAt = try row["typing_at"]
        seenUntil = try row["seen_until"]
        seenSequence = try row["seen_sequence"]
    }
}

extension PostgresRunner {
    /// Latest change first. They are taken from the index before anything is counted for them.
    func conversations(of user: UserID, after: TimeCursor<Conversation>?, limit: Int) async throws -> [ConversationRecord] {
        var condition: SQL = "user_id = \(user)"
        if let after { condition = "user_id = \(user) AND (updated_at, conversation_id) < (\(after.instant), \(after.id))" }
        let sql: SQL = """
            SELECT \(unescaped: ConversationRecord.columns) FROM (
                SELECT * FROM participations WHERE \(condition) ORDER BY updated_at DESC, conversation_id DESC LIMIT \(limit)
            ) p \(unescaped: ConversationRecord.joins) ORDER BY p.updated_at DESC, p.conversation_id DESC
            """
        return try await query(sql).map { try ConversationRecord($0) }
    }

    /// Those of `ids` that this user takes part in.
    func conversations(_ ids: [ConversationID], for user: UserID) async throws -> [ConversationRecord] {
        let sql: SQL = """
            SELECT \(unescaped: ConversationRecord.columns) FROM participations p \(unescaped: ConversationRecord.joins)
            WHERE p.user_id = \(user) AND p.conversation_id = ANY(\(ids.map(\.uuid)))
            """
        return try await query(sql).map { try ConversationRecord($0) }
    }

    /// In the order in which they joined.
    func participants(of conversations: [ConversationID]) async throws -> [ConversationID: [ParticipantRecord]] {
        let rows = try await query(
            """
            SELECT p.conversation_id, p.user_id, p.typing_at, p.seen_until, p.seen_sequence, h.role, h.username, h.full_name, h.avatar_url,
                h.erased_at IS NOT NULL AS is_erased
            FROM participations p LEFT JOIN people h ON h.user_id = p.user_id
            WHERE p.conversation_id = ANY(\(conversations.map(\.uuid))) ORDER BY p.joined_at, p.user_id
            """)
        return Dictionary(grouping: try rows.map { try ParticipantRecord($0) }, by: \.conversationId)
    }

    func isParticipant(_ user: UserID, of conversation: ConversationID) async throws -> Bool {
        try await first("SELECT 1 FROM participations WHERE conversation_id = \(conversation) AND user_id = \(user)") != nil
    }
}

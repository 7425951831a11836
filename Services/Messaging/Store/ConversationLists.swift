import CareModels
import Foundation
import Postgres

/// A conversation as it is stored, with what is this reader's own.
struct ConversationRecord: Sendable {
    var id: ConversationID
    var version: Int
    var patientId: UserID?
    var title: Sealed?
    var isClosed: Bool
    var unreadCount: Int
    var lastItemID: MessageID?
    var createdAt: Date
    var updatedAt: Date
    /// The reader takes part in it no more.
    var left: Departure?

    /// Counting ends here: "999+" is all that anyone wants to know.
    static let mostUnread = 1000
    /// So many of a conversation's newest items are looked at for what is unread and for the last message: somebody who closes and reopens it again and again, or takes
    /// back what they wrote, has nobody's list read through all of that.
    static let mostLooked = 5000

    init(_ row: Row) throws {
        id = try row["id"]
        version = try row["version"]
        patientId = try row["patient_id"]
        let title: [UInt8]? = try row["title"]
        let owner: UserID? = try row["title_of"]
        if let title, let owner { self.title = Sealed(bytes: title, of: owner) }
        isClosed = try row["is_locked"]
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
    static let joins = joins(upTo: "")
    /// `p` is the reader's departure.
    static let joinsOfLeft = joins(upTo: "AND i.sequence <= p.left_sequence")

    private static func joins(upTo bound: String) -> String {
        """
        JOIN conversations c ON c.id = p.conversation_id
        CROSS JOIN LATERAL (
            SELECT count(*) AS count FROM (
                SELECT FROM (\(newest("p.seen_sequence \(bound)"))) i
                WHERE i.kind <> 'activity' AND i.deleted_at IS NULL AND i.author_id IS DISTINCT FROM p.user_id LIMIT \(mostUnread)
            ) newer
        ) unread
        LEFT JOIN LATERAL (
            SELECT i.id FROM (\(newest("p.joined_sequence \(bound)"))) i WHERE i.kind <> 'activity' ORDER BY i.sequence DESC LIMIT 1
        ) last ON true
        """
    }

    private static func newest(_ after: String) -> String {
        """
        SELECT i.id, i.sequence, i.kind, i.deleted_at, i.author_id FROM items i
        WHERE i.conversation_id = c.id AND i.sequence > \(after) ORDER BY i.sequence DESC LIMIT \(mostLooked)
        """
    }
}

/// When a person left a conversation, and after which item.
struct Departure: Sendable {
    var at: Date
    var sequence: Int
}

/// A participant, or somebody who is invited, as the participants see them.
struct ParticipantRecord: Sendable {
    var conversationId: ConversationID
    var person: Person
    var typingAt: Date?
    var seenUntil: Date?
    var seenSequence: Int
    var joinedSequence: Int
    /// Who proposed them, while they are not in it.
    var invitedBy: UserID?
    /// When they joined, or were proposed.
    var since: Date

    init(_ row: Row) throws {
        conversationId = try row["conversation_id"]
        person = try Person(row)
        typingAt = try row["typing_at"]
        seenUntil = try row["seen_until"]
        seenSequence = try row["seen_sequence"]
        joinedSequence = try row["joined_sequence"]
        invitedBy = try row["invited_by"]
        since = try row["since"]
    }

    /// As somebody knows them who left after the item at `sequence`; nil when they joined later, or are only invited.
    func known(upTo sequence: Int) -> ParticipantRecord? {
        guard joinedSequence < sequence, invitedBy == nil else { return nil }
        var known = self
        known.typingAt = nil
        if seenSequence > sequence { (known.seenSequence, known.seenUntil) = (sequence, nil) }
        return known
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
            WHERE p.user_id = \(user) AND \(.isOne(of: ids.map(\.uuid), "p.conversation_id"))
            """
        return try await query(sql).map { try ConversationRecord($0) }
    }

    /// As this user left it, when they take part no more.
    func leftConversation(_ id: ConversationID, by user: UserID) async throws -> ConversationRecord? {
        try await leftConversations(by: user, "AND d.conversation_id = \(id)", limit: 1).first
    }

    /// Latest leaving first.
    func leftConversations(by user: UserID, after: TimeCursor<Conversation>?, limit: Int) async throws -> [ConversationRecord] {
        let since: SQL = after.map { "AND (d.left_at, d.conversation_id) < (\($0.instant), \($0.id))" } ?? ""
        return try await leftConversations(by: user, since, limit: limit)
    }

    private func leftConversations(by user: UserID, _ condition: SQL, limit: Int) async throws -> [ConversationRecord] {
        let sql: SQL = """
            SELECT \(unescaped: ConversationRecord.columns), p.left_sequence FROM (
                SELECT d.*, d.left_sequence AS seen_sequence, d.left_at AS updated_at FROM departures d
                WHERE d.user_id = \(user) \(condition) AND NOT EXISTS (
                    SELECT FROM participations n WHERE n.conversation_id = d.conversation_id AND n.user_id = d.user_id
                ) AND NOT EXISTS (
                    SELECT FROM departures l
                    WHERE l.user_id = d.user_id AND l.conversation_id = d.conversation_id AND l.left_sequence > d.left_sequence
                ) ORDER BY d.left_at DESC, d.conversation_id DESC LIMIT \(limit)
            ) p \(unescaped: ConversationRecord.joinsOfLeft) ORDER BY p.left_at DESC, p.conversation_id DESC
            """
        return try await query(sql).map { row in
            var record = try ConversationRecord(row)
            record.left = Departure(at: record.updatedAt, sequence: try row["left_sequence"])
            return record
        }
    }

    /// In the order in which they joined; those who are invited among them.
    func participants(of conversations: [ConversationID]) async throws -> [ConversationID: [ParticipantRecord]] {
        let areTheirs = SQL.isOne(of: conversations.map(\.uuid), "conversation_id")
        let rows = try await query(
            """
            SELECT m.*, h.role, h.username, h.full_name, h.avatar_url, h.erased_at IS NOT NULL AS is_erased, coalesce(h.is_verified, true) AS is_verified FROM (
                SELECT conversation_id, user_id, typing_at, seen_until, seen_sequence, joined_sequence, NULL::uuid AS invited_by, joined_at AS since
                FROM participations WHERE \(areTheirs)
                UNION ALL
                SELECT conversation_id, user_id, NULL, NULL, 0, 0, created_by, created_at FROM invitations WHERE \(areTheirs)
            ) m LEFT JOIN people h ON h.user_id = m.user_id ORDER BY m.since, m.user_id
            """)
        return Dictionary(grouping: try rows.map { try ParticipantRecord($0) }, by: \.conversationId)
    }
}

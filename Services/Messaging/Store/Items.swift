import CareModels
import Foundation
import Postgres
import Sealing

extension ItemKind: PostgresDecodable {}

/// A message or an activity as it is stored.
struct ItemRecord: Sendable {
    var id: MessageID
    var conversationId: ConversationID
    var sequence: Int
    var kind: ItemKind
    var authorId: UserID?
    var clientId: String?
    var replyToId: MessageID?
    var content: Sealed?
    var details: ItemDetails?
    var createdAt: Date
    var deletedAt: Date?

    static let columns = """
        i.id, i.conversation_id, i.sequence, i.kind, i.author_id, i.client_id, i.reply_to, i.content, i.key_of, i.details, i.created_at, i.deleted_at
        """

    /// Where a content belongs, for its seal.
    static func place(_ id: MessageID) -> String { "items.content \(id)" }
}

extension ItemRecord {
    init(_ row: Row) throws {
        id = try row["id"]
        conversationId = try row["conversation_id"]
        sequence = try row["sequence"]
        kind = try row["kind"]
        authorId = try row["author_id"]
        clientId = try row["client_id"]
        replyToId = try row["reply_to"]
        let content: [UInt8]? = try row["content"]
        let owner: UserID? = try row["key_of"]
        if let content, let owner { self.content = Sealed(bytes: content, of: owner) }
        let details: JSONB<ItemDetails>? = try row["details"]
        self.details = details?.value
        createdAt = try row["created_at"]
        deletedAt = try row["deleted_at"]
    }
}

extension PostgresRunner {
    /// Newest first, those of the reader's history before the item at `sequence`.
    func items(of conversation: ConversationID, in history: History, before sequence: Int, limit: Int) async throws -> [ItemRecord] {
        let sql: SQL = """
            SELECT \(unescaped: ItemRecord.columns) FROM items i
            WHERE i.conversation_id = \(conversation) AND i.sequence < \(sequence) AND \(history.condition)
            ORDER BY i.sequence DESC LIMIT \(limit)
            """
        return try await query(sql).map { try ItemRecord($0) }
    }

    func items(_ ids: [MessageID]) async throws -> [ItemRecord] {
        if ids.isEmpty { return [] }
        let sql: SQL = "SELECT \(unescaped: ItemRecord.columns) FROM items i WHERE \(.isOne(of: ids.map(\.uuid), "i.id"))"
        return try await query(sql).map { try ItemRecord($0) }
    }

    /// The message that this author sent under this id before.
    func item(of author: UserID, clientId: String) async throws -> ItemRecord? {
        let sql: SQL = "SELECT \(unescaped: ItemRecord.columns) FROM items i WHERE i.author_id = \(author) AND i.client_id = \(clientId)"
        return try await first(sql).map { try ItemRecord($0) }
    }

    func item(_ id: MessageID, in conversation: ConversationID) async throws -> ItemRecord? {
        let sql: SQL = "SELECT \(unescaped: ItemRecord.columns) FROM items i WHERE i.id = \(id) AND i.conversation_id = \(conversation)"
        return try await first(sql).map { try ItemRecord($0) }
    }

    /// The item's place and time: the given one, else the conversation's latest.
    func position(of item: MessageID?, in conversation: ConversationID) async throws -> (sequence: Int, createdAt: Date)? {
        let which: SQL = item.map { "AND id = \($0)" } ?? ""
        let row = try await first(
            """
            SELECT sequence, created_at FROM items WHERE conversation_id = \(conversation) \(which) ORDER BY sequence DESC LIMIT 1
            """)
        return try row.map { (try $0["sequence"], try $0["created_at"]) }
    }
}

extension Transaction {
    /// Puts the item into its locked conversation, as its next, which brings the conversation to the top of its participants' lists;
    /// its author has stopped typing and has seen it. False, with nothing written, when the author sent one under this client id
    /// before, or whoever's key seals it was erased.
    func insert(_ item: ItemRecord) async throws -> Bool {
        let live: SQL = if let owner = item.content?.of { PersonKeys.liveness(owner) } else { "SELECT 1 AS live" }
        let changes = try await batch([
            """
            WITH live AS (\(live)), item AS (
                INSERT INTO items (id, conversation_id, sequence, kind, author_id, client_id, reply_to, content, key_of, details, created_at)
                SELECT \(item.id)::uuid, \(item.conversationId)::uuid, \(item.sequence)::bigint, \(item.kind.rawValue)::text, \(item.authorId)::uuid,
                       \(item.clientId)::text, \(item.replyToId)::uuid, \(item.content?.bytes)::bytea, \(item.content?.of)::uuid,
                       \(item.details.map { JSONB($0) })::jsonb, \(item.createdAt)::timestamptz
                FROM live
                ON CONFLICT (author_id, client_id) WHERE client_id IS NOT NULL DO NOTHING RETURNING conversation_id
            )
            UPDATE conversations SET item_sequence = \(item.sequence), updated_at = \(item.createdAt) FROM item
            WHERE conversations.id = item.conversation_id
            """,
            """
            UPDATE participations SET updated_at = \(item.createdAt),
                typing_at = CASE WHEN user_id = \(item.authorId)::uuid THEN NULL ELSE typing_at END,
                seen_sequence = CASE WHEN user_id = \(item.authorId)::uuid THEN \(item.sequence)::bigint ELSE seen_sequence END,
                seen_until = CASE WHEN user_id = \(item.authorId)::uuid THEN \(item.createdAt)::timestamptz ELSE seen_until END
            WHERE conversation_id = \(item.conversationId) AND EXISTS (SELECT FROM items WHERE id = \(item.id))
            """
        ])
        return changes[0] == 1
    }

    /// Leaves a tombstone, and removes the files that the message took with it.
    func bury(_ item: MessageID, now: Date) async throws {
        try await batch([
            AttachmentStorage.givingBack("DELETE FROM attachments WHERE item_id = \(item)"),
            AttachmentStorage.burying("id = \(item)", now: now),
            "UPDATE items SET deleted_at = \(now) WHERE id = \(item) AND deleted_at IS NULL"
        ])
    }

    /// Removes what was sealed under this person's key, wherever it stands: it could not be read any more.
    func buryItems(ofKey person: UserID, now: Date) async throws {
        try await execute(AttachmentStorage.burying("key_of = \(person)", now: now))
    }
}

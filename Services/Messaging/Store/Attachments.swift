import CareModels
import Foundation
import Postgres

/// A file as it is stored, without its bytes.
struct AttachmentRecord: Sendable {
    var id: AttachmentID
    var ownerId: UserID
    var contentKey: Sealed
    var isReady: Bool
    var kind: MessageKind?
    var contentType: String?
    var size: Int
    var chunkSize: Int
    var fileName: [UInt8]?
    var width: Int?
    var height: Int?
    var durationMilliseconds: Int?
    var conversationId: ConversationID?
    var itemId: MessageID?
    var createdAt: Date

    static let columns = """
        id, owner_id, key_of, content_key, is_ready, kind, media_type, size, chunk_size, file_name, width, height, duration_ms,
        conversation_id, item_id, created_at
        """

    /// Where the file's own key belongs, for its seal.
    static func keyPlace(_ id: AttachmentID) -> String { "attachments.content_key \(id)" }
}

extension AttachmentRecord {
    init(_ row: Row) throws {
        id = try row["id"]
        ownerId = try row["owner_id"]
        contentKey = Sealed(bytes: try row["content_key"], of: try row["key_of"])
        isReady = try row["is_ready"]
        kind = try row["kind"]
        contentType = try row["media_type"]
        size = try row["size"]
        chunkSize = try row["chunk_size"]
        fileName = try row["file_name"]
        width = try row["width"]
        height = try row["height"]
        durationMilliseconds = try row["duration_ms"]
        conversationId = try row["conversation_id"]
        itemId = try row["item_id"]
        createdAt = try row["created_at"]
    }
}

extension PostgresRunner {
    func attachment(_ id: AttachmentID) async throws -> AttachmentRecord? {
        let sql: SQL = "SELECT \(unescaped: AttachmentRecord.columns) FROM attachments WHERE id = \(id)"
        return try await first(sql).map { try AttachmentRecord($0) }
    }

    func attachments(ofItems items: [MessageID]) async throws -> [AttachmentID: AttachmentRecord] {
        if items.isEmpty { return [:] }
        let sql: SQL = "SELECT \(unescaped: AttachmentRecord.columns) FROM attachments WHERE \(.isOne(of: items.map(\.uuid), "item_id"))"
        let records = try await query(sql).map { try AttachmentRecord($0) }
        return Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
    }

    /// How many wait for a message to take them.
    func unusedAttachments(of owner: UserID) async throws -> Int {
        let row = try await first("SELECT count(*) FROM attachments WHERE owner_id = \(owner) AND item_id IS NULL")
        return try row?["count"] ?? 0
    }

    /// Before a message takes it, its owner; from then on, whose history of the conversation holds the message.
    func mayRead(_ file: AttachmentRecord, _ user: UserID) async throws -> Bool {
        guard let conversation = file.conversationId, let item = file.itemId else { return file.ownerId == user }
        let history = try await history(of: user, in: conversation)
        guard let position = try await position(of: item, in: conversation) else { return false }
        return history.holds(position.sequence)
    }

    func chunk(_ index: Int, of id: AttachmentID) async throws -> [UInt8]? {
        try await first("SELECT data FROM attachment_chunks WHERE attachment_id = \(id) AND index = \(index)")?["data"]
    }
}

extension Transaction {
    func insert(_ attachment: AttachmentRecord) async throws {
        try await execute(
            """
            INSERT INTO attachments (id, owner_id, key_of, content_key, chunk_size, created_at)
            VALUES (\(attachment.id), \(attachment.ownerId), \(attachment.contentKey.of), \(attachment.contentKey.bytes),
                    \(attachment.chunkSize)::int, \(attachment.createdAt))
            """)
    }

    /// The bytes are all there: says what they are. False when the attachment is gone, with the person who sent it.
    func finish(_ attachment: AttachmentRecord) async throws -> Bool {
        try await execute(
            """
            UPDATE attachments SET is_ready = true, kind = \(attachment.kind?.rawValue)::text, media_type = \(attachment.contentType)::text,
                size = \(attachment.size), file_name = \(attachment.fileName)::bytea, width = \(attachment.width)::int,
                height = \(attachment.height)::int, duration_ms = \(attachment.durationMilliseconds)::bigint
            WHERE id = \(attachment.id)
            """) == 1
    }

    func lockAttachments(_ ids: [AttachmentID]) async throws -> [AttachmentRecord] {
        let sql: SQL = """
            SELECT \(unescaped: AttachmentRecord.columns) FROM attachments WHERE id = ANY(\(ids.map(\.uuid))) ORDER BY id FOR UPDATE
            """
        return try await query(sql).map { try AttachmentRecord($0) }
    }

    /// The message takes the file with it, its key sealed under the conversation's key.
    func claim(_ id: AttachmentID, contentKey: Sealed, item: MessageID, conversation: ConversationID) async throws {
        try await execute(
            """
            UPDATE attachments SET item_id = \(item), conversation_id = \(conversation), key_of = \(contentKey.of),
                content_key = \(contentKey.bytes)
            WHERE id = \(id)
            """)
    }

    /// With its chunks.
    func deleteAttachment(_ id: AttachmentID) async throws {
        try await execute(AttachmentStorage.givingBack("DELETE FROM attachments WHERE id = \(id)"))
    }

    func eraseAttachments(of person: UserID) async throws {
        try await batch([
            AttachmentStorage.givingBack("DELETE FROM attachments WHERE key_of = \(person)"),
            AttachmentStorage.givingBack("DELETE FROM attachments WHERE owner_id = \(person) AND item_id IS NULL"),
            // What is left of their files, in conversations of others, still counts; of messages alone nobody counts any more.
            "DELETE FROM attachment_storage WHERE owner_id = \(person) AND NOT EXISTS (SELECT FROM attachments WHERE owner_id = \(person))"
        ])
    }

    /// Files that no message took, and uploads that were broken off; true when there may be more.
    func forgetUnusedAttachments(before cutoff: Date, limit: Int) async throws -> Bool {
        let row = try await first(
            AttachmentStorage.givingBack(
                """
                DELETE FROM attachments WHERE id = ANY (ARRAY(
                    SELECT id FROM attachments WHERE item_id IS NULL AND created_at < \(cutoff) ORDER BY created_at LIMIT \(limit)
                    FOR UPDATE SKIP LOCKED
                ))
                """))
        let removed: Int = try row?[0] ?? 0
        return removed == limit
    }
}

import CareModels
import CareService
import Foundation
import Postgres

enum AttachmentStorage {
    static let what: Text = "bytes of files and messages stored"
    /// Refuses a chunk or a message that would be more than its owner may have stored.
    static let constraint = "attachment_storage_quota"

    static func isExceeded(_ error: any Error) -> Bool { (error as? PostgresError)?.constraint == constraint }

    static func givingBack(_ deletion: SQL) -> SQL { StorageQuota.givingBack(deletion, "stored", to: "attachment_storage") }

    /// Makes the contents of the items of `condition` NULL, and gives their bytes back to their authors; not what a row costs beside them, since it stays: who writes and
    /// takes back would else fill the disk.
    static func burying(_ condition: SQL, now: Date) -> SQL {
        let burial: SQL = """
            UPDATE items SET content = NULL, key_of = NULL, deleted_at = \(now)
            FROM (
                SELECT id, author_id AS owner_id, octet_length(content) AS charged
                FROM items WHERE \(condition) AND content IS NOT NULL ORDER BY id FOR NO KEY UPDATE
            ) AS held
            WHERE items.id = held.id
            """
        return StorageQuota.givingBack(burial, "charged", to: "attachment_storage")
    }
}

extension PostgresRunner {
    /// The bytes of files and messages that a person has stored, charged by `insertChunk` and `charge`, given back by `givingBack` and `burying`.
    func attachmentStorage(of owner: UserID) async throws -> Int {
        try await first("SELECT bytes FROM attachment_storage WHERE owner_id = \(owner)")?["bytes"] ?? 0
    }
}

extension Transaction {
    /// Charges a message's author with what lies here of it. More than `quota`: whatever waits next, the commit at last, throws the check violation
    /// (`AttachmentStorage.constraint`).
    func charge(_ author: UserID, for content: Sealed, quota: Int) async throws {
        try await charge(author, bytes: content.bytes.count + StorageQuota.overhead, quota: quota)
    }

    /// The same for a conversation's starter: its row, one for each participant, and its title. After its first message, whose file is locked before this.
    func charge(_ starter: UserID, for conversation: LockedConversation, title: Sealed?, quota: Int) async throws {
        let rows = 1 + conversation.participantIds.count
        try await charge(starter, bytes: rows * StorageQuota.overhead + (title?.bytes.count ?? 0), quota: quota)
    }

    /// The same for who reopens a conversation, or brings somebody in: what tells of that stays, and so does what tells of its end, which is never refused. Whoever did
    /// both again and again would else fill the disk.
    func chargeActivity(of person: UserID, quota: Int) async throws { try await charge(person, bytes: 2 * StorageQuota.overhead, quota: quota) }

    private func charge(_ person: UserID, bytes: Int, quota: Int) async throws {
        try await executeLater(
            """
            INSERT INTO attachment_storage (owner_id, bytes, quota) VALUES (\(person), \(bytes)::bigint, \(quota)::bigint)
            ON CONFLICT (owner_id) DO UPDATE SET bytes = attachment_storage.bytes + excluded.bytes, quota = excluded.quota
            """)
    }

    /// Stores the chunk and charges its file's owner, in one statement, which throws a check violation (`AttachmentStorage.constraint`) when
    /// that is more than `quota`.
    func insertChunk(_ index: Int, of id: AttachmentID, _ data: [UInt8], quota: Int) async throws {
        let cost = data.count + StorageQuota.overhead
        try await execute(
            """
            WITH chunk AS (
                INSERT INTO attachment_chunks (attachment_id, index, data) VALUES (\(id), \(index), \(data)) RETURNING attachment_id
            ), file AS (
                UPDATE attachments SET stored = stored + \(cost)::bigint FROM chunk WHERE id = attachment_id RETURNING owner_id
            )
            INSERT INTO attachment_storage (owner_id, bytes, quota) SELECT owner_id, \(cost)::bigint, \(quota)::bigint FROM file
            ON CONFLICT (owner_id) DO UPDATE SET bytes = attachment_storage.bytes + excluded.bytes, quota = excluded.quota
            """)
    }
}

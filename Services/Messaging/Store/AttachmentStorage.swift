import CareModels
import CareService
import Postgres

enum AttachmentStorage {
    static let what: Text = "bytes of files stored"
    /// Refuses a chunk that would be more than its owner may have stored.
    static let constraint = "attachment_storage_quota"

    static func givingBack(_ deletion: SQL) -> SQL { StorageQuota.givingBack(deletion, "stored", to: "attachment_storage") }
}

extension PostgresRunner {
    /// The bytes of files that a person has stored, charged by `insertChunk`, given back by `givingBack`.
    func attachmentStorage(of owner: UserID) async throws -> Int {
        try await first("SELECT bytes FROM attachment_storage WHERE owner_id = \(owner)")?["bytes"] ?? 0
    }
}

extension Transaction {
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

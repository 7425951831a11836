import CareModels
import CareService
import Postgres

extension PostgresRunner {
    /// The bytes that a person has stored.
    func storage(of owner: UserID) async throws -> Int {
        let row = try await first(
            """
            SELECT coalesce((SELECT bytes FROM record_storage WHERE owner_id = \(owner)), \(RecordStorage.counted(owner)))
            """)
        return try row?[0] ?? 0
    }
}

extension Transaction {
    /// Adds to what the person has stored; the last thing that a write does, under the person's lock. Goes out with the commit, which throws
    /// when it is more than their quota. Who gives something back may still have more than is allowed by now.
    ///
    /// `isCounted`: this transaction has seen the person's row, under their lock.
    func charge(_ owner: UserID, _ bytes: Int, quota: Int, isCounted: Bool) async throws {
        if isCounted {
            return try await executeLater(
                """
                UPDATE record_storage SET bytes = bytes + \(bytes)::bigint,
                    quota = CASE WHEN \(bytes)::bigint < 0 THEN greatest(\(quota)::bigint, bytes + \(bytes)::bigint) ELSE \(quota)::bigint END
                WHERE owner_id = \(owner)
                """)
        }
        try await executeLater(
            """
            INSERT INTO record_storage (owner_id, bytes, quota)
            SELECT \(owner)::uuid, CASE WHEN EXISTS (SELECT FROM record_storage WHERE owner_id = \(owner)) THEN 0
                ELSE \(RecordStorage.counted(owner)) END, \(quota)::bigint
            ON CONFLICT (owner_id) DO UPDATE SET bytes = record_storage.bytes + \(bytes)::bigint,
                quota = CASE WHEN \(bytes)::bigint < 0 THEN greatest(excluded.quota, record_storage.bytes + \(bytes)::bigint) ELSE excluded.quota END
            """)
    }
}

enum RecordStorage {
    private static let constraint = "record_storage_quota"

    /// The person's quota did not allow what a transaction stored.
    static func isExceeded(_ error: any Error) -> Bool { (error as? PostgresError)?.constraint == constraint }

    /// Of one version; deletions, which have no body, cost nothing: whoever has reached the quota can still delete.
    static func cost(ofBody body: [UInt8]) -> Int { body.count + StorageQuota.overhead }

    /// The same from the rows themselves, of whom there is no count yet.
    static func counted(_ owner: UserID) -> SQL {
        """
        (SELECT coalesce(sum(octet_length(head)), 0)::bigint FROM records WHERE owner_id = \(owner))
        + (SELECT coalesce(sum(octet_length(v.body) + coalesce(octet_length(v.contents), 0) + \(unescaped: String(StorageQuota.overhead))), 0)::bigint
           FROM records r JOIN record_versions v USING (record_id) WHERE r.owner_id = \(owner) AND v.body IS NOT NULL)
        + (SELECT coalesce(sum(charged), 0)::bigint FROM contents WHERE owner_id = \(owner))
        + (SELECT coalesce(sum(charged), 0)::bigint FROM uploads WHERE owner_id = \(owner))
        """
    }

    /// `deletion` of contents or uploads, with what gives their bytes back.
    static func givingBack(_ deletion: SQL) -> SQL { StorageQuota.givingBack(deletion, "charged", to: "record_storage") }
}

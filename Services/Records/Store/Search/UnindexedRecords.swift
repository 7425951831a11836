import CareModels
import Postgres
import Sealing

extension Transaction {
    /// The next one, behind somebody, who has resources without an index, their key's row locked as every write of theirs begins: another replica passes them over.
    func lockUnindexed(behind place: UserID?) async throws -> UserID? {
        let behind: SQL = place.map { "AND r.owner_id > \($0)" } ?? ""
        return try await first(
            """
            WITH waiting AS (
                SELECT r.owner_id FROM records r WHERE r.search IS NULL AND r.status <> 'deleted' AND r.format <> 'app-data' \(behind)
                ORDER BY r.owner_id LIMIT 1000
            )
            SELECT k.person_id FROM person_keys k WHERE k.person_id IN (SELECT owner_id FROM waiting) AND k.wrapped_key IS NOT NULL
            ORDER BY k.person_id LIMIT 1 FOR NO KEY UPDATE OF k SKIP LOCKED
            """
        ).map { try $0[0] }
    }

    func unindexed(of owner: UserID, most: Int) async throws -> [StoredRecord] {
        try await query(
            """
            SELECT \(unescaped: StoredRecord.columns) FROM records r
            WHERE r.owner_id = \(owner) AND r.search IS NULL AND r.status <> 'deleted' AND r.format <> 'app-data' ORDER BY r.record_id LIMIT \(most)
            """
        ).map { try StoredRecord($0) }
    }

    /// Of the version that is there: the person's writes wait meanwhile.
    func fill(_ id: RecordID, _ search: SealedSearch) async throws {
        try await executeLater("UPDATE records SET search = \(search.index), search_terms = \(search.terms)::bigint[] WHERE record_id = \(id)")
    }
}

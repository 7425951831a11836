import Postgres

extension StorageQuota {
    /// `deletion` (DELETE FROM …) with what gives the bytes that it frees back to their owners; one row, with the number of rows that went. What a row
    /// counts for stands in its column `stored`, and whose it is in `owner_id`; what was stored before anybody counted it takes no count below none. The owners' counts, in
    /// `table`, are locked in the order of their ids: two
    /// deletions may both be about several.
    package static func givingBack(_ deletion: SQL, _ stored: String, to table: String) -> SQL {
        """
        WITH gone AS (\(deletion) RETURNING owner_id, \(unescaped: stored) AS stored),
        freed AS (SELECT owner_id, sum(stored)::bigint AS bytes FROM gone GROUP BY owner_id),
        locked AS MATERIALIZED (
            SELECT s.owner_id, freed.bytes FROM \(unescaped: table) s JOIN freed ON freed.owner_id = s.owner_id
            ORDER BY s.owner_id FOR NO KEY UPDATE OF s
        ), given AS (
            UPDATE \(unescaped: table) s SET bytes = greatest(0, s.bytes - locked.bytes) FROM locked WHERE s.owner_id = locked.owner_id
        )
        SELECT count(*) FROM gone
        """
    }
}

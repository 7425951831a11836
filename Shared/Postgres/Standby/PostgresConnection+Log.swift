/// Positions of PostgreSQL's log (WAL), as bytes since its beginning.
extension PostgresConnection {
    /// Up to where whatever a primary has acknowledged is in its log: as far as that is on disk, unless commits do not wait for the disk. And whether an acknowledged commit is
    /// on a standby's disk, too.
    func committed() async throws -> (position: Int64, isSynchronous: Bool) {
        let row = try await query(
            """
            SELECT (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END
                    - '0/0'::pg_lsn)::bigint,
                   current_setting('synchronous_standby_names') <> '' AND current_setting('synchronous_commit') IN ('on', 'remote_apply')
            """)[0]
        return (try row[0], try row[1])
    }

    /// How far of the log a standby shows; nil: this is none (any more).
    func replayed() async throws -> Int64? {
        try await query("SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint END")[0][0]
    }

    /// How far of the log any server has on its disk.
    func kept() async throws -> Int64 {
        try await query(
            """
            SELECT (CASE WHEN pg_is_in_recovery() THEN greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) ELSE pg_current_wal_flush_lsn() END
                    - '0/0'::pg_lsn)::bigint
            """)[0][0]
    }
}

import CareModels
import Foundation
import Postgres

extension Transaction {
    /// That the observation counts no more since this event. Under the monitor's lock.
    func noteWithdrawal(of observation: ObservationMark, _ monitor: Monitor, at instant: Date) async throws {
        try await execute(
            """
            INSERT INTO withdrawn_observations (person_id, observation_id, version, heard_at)
            VALUES (\(monitor.personId), \(observation.id), \(observation.version), \(instant))
            ON CONFLICT (person_id, observation_id) DO UPDATE SET version = excluded.version, heard_at = excluded.heard_at
            """)
    }

    /// Removes the oldest, at most `limit`, and of each the last version, unless a later event has come since; true when there may be more. It waits for nobody, and so
    /// for no consumer that has the version and wants the withdrawal: what somebody has in their hands is left to them.
    func forgetWithdrawnObservations(before cutoff: Date, limit: Int) async throws -> Bool {
        let row = try await first(
            """
            WITH old AS MATERIALIZED (
                SELECT person_id, observation_id, version FROM withdrawn_observations WHERE heard_at < \(cutoff)
                ORDER BY heard_at LIMIT \(limit) FOR UPDATE SKIP LOCKED
            ), spent AS MATERIALIZED (
                SELECT v.observation_id FROM observation_versions v JOIN old ON old.observation_id = v.observation_id AND old.version = v.version
                FOR UPDATE OF v SKIP LOCKED
            ), forgotten AS (
                DELETE FROM observation_versions v USING spent WHERE v.observation_id = spent.observation_id
            ), gone AS (
                DELETE FROM withdrawn_observations w USING old WHERE w.person_id = old.person_id AND w.observation_id = old.observation_id
            )
            SELECT count(*) AS count FROM old
            """)
        let removed: Int = try row?["count"] ?? 0
        return removed == limit
    }
}

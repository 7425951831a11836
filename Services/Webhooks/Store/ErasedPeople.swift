import CareModels
import Foundation
import Postgres

extension Transaction {
    /// Waits for those who are taking events in, who know nothing of the erasure yet, and lets nobody begin until the commit.
    func lockForErasing() async throws { try await execute("SELECT pg_advisory_xact_lock(\(Self.erasures))") }

    /// The same for who takes something in: many at once, and no erasure meanwhile. Sent with the next statement, which sees who was erased by then.
    func lockForTaking() async throws { try await executeLater("SELECT pg_advisory_xact_lock_shared(\(Self.erasures))") }

    /// Any number that nothing else of this service's database locks.
    private static let erasures = 8_105_002

    func note(erased person: UserID, at instant: Date, now: Date) async throws {
        try await execute(
            """
            INSERT INTO erased_people AS e (person_id, erased_at, heard_at) VALUES (\(person), \(instant), \(now))
            ON CONFLICT (person_id) DO UPDATE SET erased_at = greatest(e.erased_at, excluded.erased_at), heard_at = greatest(e.heard_at, excluded.heard_at)
            """)
    }

    func wasErased(_ person: UserID) async throws -> Bool {
        try await lockForTaking()
        return try await first("SELECT 1 FROM erased_people WHERE person_id = \(person)") != nil
    }

    /// A batch of those that were heard of before `cutoff`; true when there may be more.
    func forgetErased(before cutoff: Date, batch: Int = 1000) async throws -> Bool {
        let gone = try await deleteBatch(from: "erased_people", where: "heard_at < \(cutoff)", by: "heard_at", most: batch)
        return gone == batch
    }
}

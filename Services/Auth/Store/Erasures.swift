import CareModels
import Foundation
import Postgres

extension Transaction {
    /// Nil takes it back.
    func setErasure(_ instant: Date?, of id: UserID) async throws { try await execute("UPDATE users SET erase_at = \(instant) WHERE id = \(id)") }

    /// Whose time to think again is over, for longest, locked; those whom somebody else has in hand are passed over: who takes it back just now, and who is
    /// erased by another replica. None of `failed`.
    func lockedPersonToErase(now: Date, except failed: [UserID]) async throws -> UserID? {
        try await first(
            """
            SELECT id FROM users WHERE erase_at <= \(now) AND id <> ALL(\(failed.map(\.uuid))::uuid[])
            ORDER BY erase_at LIMIT 1 FOR UPDATE SKIP LOCKED
            """)?["id"]
    }
}

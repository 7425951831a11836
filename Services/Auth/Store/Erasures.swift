import CareModels
import Foundation
import Postgres

extension Transaction {
    /// Nil takes it back.
    func setErasure(_ instant: Date?, of id: UserID) async throws { try await execute("UPDATE users SET erase_at = \(instant) WHERE id = \(id)") }

    /// Whose time to think again is over, the longest first, locked; those whom somebody else has in hand are passed over: who takes it back just now, and who is
    /// erased by another replica.
    func lockedPeopleToErase(now: Date, limit: Int) async throws -> [UserID] {
        try await query("SELECT id FROM users WHERE erase_at <= \(now) ORDER BY erase_at LIMIT \(limit) FOR UPDATE SKIP LOCKED").map { try $0["id"] }
    }
}

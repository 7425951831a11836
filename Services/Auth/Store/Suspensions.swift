import CareModels
import Foundation
import Postgres

extension Suspension.Reason: PostgresEncodable, PostgresDecodable {}

extension Suspension {
    /// Of a row of users.
    init?(_ row: Row) throws {
        guard let since: Date = try row["suspended_at"], let reason: Reason = try row["suspended_for"] else { return nil }
        self.init(since: since, reason: reason)
    }
}

extension Transaction {
    /// Nil ends it.
    func suspend(_ id: UserID, _ suspension: Suspension?) async throws {
        try await execute("UPDATE users SET suspended_at = \(suspension?.since), suspended_for = \(suspension?.reason) WHERE id = \(id)")
    }

    /// What keeps the person out, once whoever is about to suspend them, or to ask for their erasure, has done so, and what they are; nil when there is no such
    /// person. Until the commit nobody does: what begins in this transaction is there to be ended.
    func door(of id: UserID) async throws -> (isSuspended: Bool, eraseAt: Date?, passwordHash: String, role: Role)? {
        let row = try await first("SELECT suspended_at IS NOT NULL AS suspended, erase_at, password_hash, role FROM users WHERE id = \(id) FOR KEY SHARE")
        return try row.map { (try $0["suspended"], try $0["erase_at"], try $0["password_hash"], try $0["role"]) }
    }

    /// Whether anybody may come in as this person, or for them.
    func isDoorOpen(of id: UserID) async throws -> Bool {
        guard let door = try await door(of: id) else { return false }
        return !door.isSuspended && door.eraseAt == nil
    }
}

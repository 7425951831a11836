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

    /// Whether the person is suspended, once whoever is about to suspend them has done so; nil when there is no such person. Until the commit nobody suspends
    /// them: what begins in this transaction is there to be ended.
    func isSuspended(_ id: UserID) async throws -> Bool? {
        let row = try await first("SELECT suspended_at IS NOT NULL AS suspended FROM users WHERE id = \(id) FOR KEY SHARE")
        return try row.map { try $0["suspended"] }
    }
}

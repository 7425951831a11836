import CareModels
import Foundation
import Postgres

/// An operator sets somebody's password, who has to change it at the next login.
struct SetPasswordOfUser: Sendable {
    let replace: ReplacePassword
    let identifiers: IdentifierHash
    let now: @Sendable () -> Date

    /// `end`: until when they can.
    func callAsFunction(username: String, hash: String, until end: Date, _ tx: Transaction) async throws -> UserID {
        guard let found = try await tx.user(named: Username.normalize(username)), let user = try await tx.lockedUser(found.id) else { throw Refusal.noSuchUser }
        try await replace(of: user, with: hash, until: end, reason: .admin, tx)
        try await tx.forgetAllLoginFailures(of: identifiers.account(user.username))
        try await tx.audit(AuditEntry(.passwordSetByOperator, at: now(), from: .platform, user: user.id))
        return user.id
    }
}

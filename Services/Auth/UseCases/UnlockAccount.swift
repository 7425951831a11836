import CareModels
import Foundation
import Postgres

/// An operator lets somebody try again whose name was tried in vain too often: nothing of that counts any more.
struct UnlockAccount: Sendable {
    let identifiers: IdentifierHash
    let now: @Sendable () -> Date

    func callAsFunction(username: String, _ tx: Transaction) async throws -> UserID {
        guard let user = try await tx.user(named: Username.normalize(username)) else { throw Refusal.noSuchUser }
        try await tx.forgetLoginFailures(identifiers.account(user.username))
        try await tx.audit(AuditEntry(.unlocked, at: now(), from: .platform, user: user.id))
        return user.id
    }
}

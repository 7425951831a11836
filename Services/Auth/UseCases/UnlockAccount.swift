import CareModels
import Foundation
import Postgres

/// An operator lets somebody try again whose name was tried in vain too often: nothing of that counts any more.
struct UnlockAccount: Sendable {
    let identifiers: IdentifierHash
    let now: @Sendable () -> Date

    func callAsFunction(username: String, _ tx: Transaction) async throws -> UserID {
        guard let user = try await tx.user(named: Username.normalize(username)) else { throw Refusal.noSuchUser }
        try await unlock(user, from: .platform, tx)
        return user.id
    }

    func callAsFunction(_ id: UserID, from origin: Origin, _ tx: Transaction) async throws {
        guard let user = try await tx.user(id) else { throw Refusal.noSuchUser }
        try await unlock(user, from: origin, tx)
    }

    private func unlock(_ user: UserRecord, from origin: Origin, _ tx: Transaction) async throws {
        try await tx.forgetAllLoginFailures(of: identifiers.account(user.username))
        try await tx.audit(AuditEntry(.unlocked, at: now(), from: origin, user: user.id))
    }
}

import CareModels
import Foundation
import Outbox
import Postgres

/// An operator gives somebody the other role of those that change (`RoleChange`). Whatever they were signed in with ends, since tokens say the role; what begins later
/// begins with the new one. The role that they have already is no change.
struct ChangeRole: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ id: UserID, to role: Role, from origin: Origin, _ tx: Transaction) async throws {
        guard var user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        try RoleChange.check(from: user.role, to: role)
        guard role != user.role else { return }
        let now = now()
        (user.role, user.updatedAt) = (role, now)
        user.version += 1
        user.revision += 1
        try await tx.setRole(role, of: id)
        try await tx.saveProfile(user)
        try await tx.emit(user.updated)
        try await EndAccess(now: now)(of: id, reason: .admin, tx)
        try await tx.endLinksThatLeadAway(of: user)
        try await tx.audit(AuditEntry(.roleChanged, at: now, from: origin, user: id))
    }
}

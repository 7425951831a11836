import CareModels
import Foundation
import Outbox
import Postgres

/// Changes what an account shows of its person, and tells the other services how they are now.
struct ChangeProfile: Sendable {
    let now: @Sendable () -> Date

    /// `expectedRevision`: the one that was read; nil for whatever is there. A patch that changes nothing is no change.
    func callAsFunction(_ patch: Profile.Patch, of id: UserID, expectedRevision: Int?, from origin: Origin, _ tx: Transaction) async throws -> UserRecord {
        guard var user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        try ReadVersion.check(expectedRevision, against: user.revision, Refusal.accountChanged)
        let now = now()
        let profile = try user.profile.changed(by: patch, role: user.role, now: now)
        guard profile != user.profile else { return user }
        user.profile = profile
        user.version += 1
        user.revision += 1
        user.updatedAt = now
        try await tx.saveProfile(user)
        try await tx.emit(user.updated)
        try await tx.audit(AuditEntry(.profileChanged, at: user.updatedAt, from: origin, user: id))
        return user
    }
}

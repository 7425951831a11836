import CareModels
import Foundation
import Postgres

/// An operator lets somebody in again. What ended when they were suspended stays ended.
struct ResumePerson: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ id: UserID, from origin: Origin, _ tx: Transaction) async throws {
        guard let user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        guard user.suspension != nil else { return }
        try await tx.suspend(id, nil)
        try await tx.audit(AuditEntry(.resumed, at: now(), from: origin, user: id))
    }
}

import CareModels
import Foundation
import Postgres

/// Somebody who has a second factor gets new recovery codes; those before are of no use any more.
struct ReplaceRecoveryCodes: Sendable {
    let tell: TellOfAccount
    let now: @Sendable () -> Date

    func callAsFunction(_ hashes: [[UInt8]], of id: UserID, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        guard let user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        guard user.hasSecondFactor else { throw Refusal.noSuchFactor }
        try await tx.replaceRecoveryCodes(of: id, with: hashes)
        try await tell(.recoveryCodesReplaced, to: user, tx)
        try await tx.audit(AuditEntry(.recoveryCodesReplaced, at: now, from: origin, user: id))
    }
}

import CareModels
import Foundation
import Postgres

/// Somebody lets an app do nothing more for them: its sessions end, with their tokens, everywhere, and the other services hear of it, for what they tell the app
/// without a token.
struct WithdrawConsent: Sendable {
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ client: String, of user: UserID, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        guard try await tx.lockedUser(user) != nil else { throw Refusal.noSuchUser }
        guard try await tx.withdraw(client, of: user) else { throw Refusal.noSuchApp }
        try await tx.deleteUnusedCodes(of: user, for: client)
        try await tx.deleteDevices(of: user, for: client)
        let ids = try await tx.lockSessions(of: user, in: client, now: now)
        try await AnnounceEnds(now: now)(try await tx.end(ids, reason: .logout, now: now), tx)
        try await tx.emit(AppWithdrawn(withdrawalId: AppWithdrawalID(newID()), userId: user, clientId: client, withdrawnAt: now))
        try await tx.audit(AuditEntry(.consentWithdrawn, at: now, from: origin, user: user))
    }
}

import CareModels
import Foundation
import Postgres

/// Counts an attempt that failed, for its name and its address; says what the client is to hear. Whoever finds the name blocked by now hears
/// that and not the result: of many guesses at once, only as many are answered as one after the other.
struct CountLoginFailure: Sendable {
    let account: LockOut.Policy
    let address: LockOut.Policy
    let now: @Sendable () -> Date

    /// `user`: who has the name.
    func callAsFunction(_ attempt: LoginAttempt, user: UserID?, _ tx: Transaction) async throws -> LoginRefusal {
        let now = now()
        let account = try await tx.lockedLoginFailures(attempt.accountKey, of: attempt.ownerKey, now: now)
        if let seconds = LockOut.wait(account, now: now) {
            try await tx.audit(AuditEntry(.loginBlocked, at: now, from: attempt.origin, user: user))
            return .blocked(seconds)
        }
        let address = try await tx.lockedLoginFailures(attempt.addressKey, now: now)
        try await tx.save(LockOut.failed(account, policy: self.account, now: now), loginFailures: attempt.accountKey)
        try await tx.save(LockOut.failed(address, policy: self.address, now: now), loginFailures: attempt.addressKey)
        let reason: AuditEntry.Reason = user == nil ? .unknownName : .wrongPassword
        try await tx.audit(AuditEntry(.loginFailed, at: now, from: attempt.origin, user: user, reason: reason))
        return .wrong
    }
}

import CareModels
import Foundation
import Postgres
import Sealing

/// Lets in whose password was right and who, where they have a second factor, shows its code too, or a recovery code. A password alone undoes nothing of what
/// is counted against guesses at the code.
struct AdmitBothFactors: Sendable {
    struct Admission: Sendable {
        var context: AuthenticationContext
        /// When the account is erased, where that was asked for: its person may take it back, and no more.
        var eraseAt: Date?
    }

    let masters: MasterKeys
    let now: @Sendable () -> Date

    func callAsFunction(_ login: ProvenLogin, code: String?, _ tx: Transaction) async throws -> Admission {
        guard login.user.hasSecondFactor else {
            return Admission(context: .password, eraseAt: try await AdmitLogin(now: now)(login, tx))
        }
        // Their codes are looked at one after the other.
        guard let user = try await tx.lockedUser(login.user.id) else { throw LoginRefusal.wrong }
        let eraseAt = try await AdmitLogin(now: now)(login, tx)
        guard user.hasSecondFactor else { return Admission(context: .password, eraseAt: eraseAt) }
        guard let code, !code.isEmpty else { throw LoginRefusal.codeRequired }
        guard try await isRight(code, of: user, login.attempt.origin, tx) else { throw LoginRefusal.wrongCode }
        if login.hadFailures { try await tx.forgetLoginFailures(login.attempt.accountKey) }
        return Admission(context: .passwordAndCode, eraseAt: eraseAt)
    }

    private func isRight(_ typed: String, of user: UserRecord, _ origin: Origin, _ tx: Transaction) async throws -> Bool {
        let now = now()
        if let hash = RecoveryCode.hash(typed), try await tx.takeRecoveryCode(hash, of: user.id) {
            try await tx.audit(AuditEntry(.recoveryCodeUsed, at: now, from: origin, user: user.id))
            return true
        }
        guard let factor = try await tx.lockedTOTP(of: user.id), factor.confirmedAt != nil else { return false }
        guard let step = OneTimeCode.step(of: typed, Array(try factor.opened(masters)), now: now) else { return false }
        return try await tx.takeStep(step, of: factor.id)
    }
}

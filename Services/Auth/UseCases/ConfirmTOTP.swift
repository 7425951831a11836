import CareModels
import Foundation
import Postgres
import Sealing

/// The first code was typed: the factor counts from now on, and there are recovery codes. Whose session it was typed in has shown both.
struct ConfirmTOTP: Sendable {
    let masters: MasterKeys
    let tell: TellOfAccount
    let now: @Sendable () -> Date

    /// `recovery`: the codes' hashes.
    func callAsFunction(
        _ typed: String, of id: UserID, in place: SignInPlace?, recovery: [[UInt8]], _ attempt: LoginAttempt, _ tx: Transaction
    ) async throws {
        let now = now()
        guard let user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        if let place, try await !tx.lockOpen(place, of: id, now: now) { throw Refusal.signedOut }
        guard let factor = try await tx.lockedTOTP(of: id), factor.confirmedAt == nil, !FactorSetUp.isOver(begunAt: factor.createdAt, now: now) else {
            throw Refusal.noSuchFactor
        }
        try LockOut.check(await tx.lockedState(attempt.accountKey), now: now)
        guard let step = OneTimeCode.step(of: typed, Array(try factor.opened(masters)), now: now), try await tx.takeStep(step, of: factor.id) else {
            throw LoginRefusal.wrongCode
        }
        try await tx.confirm(factor.id, now: now)
        try await tx.noteSecondFactor(of: id)
        try await tx.replaceRecoveryCodes(of: id, with: recovery)
        if let place { try await tx.note(.code, in: place) }
        try await tell(.factorAdded, to: user, tx)
        try await tx.audit(AuditEntry(.factorAdded, at: now, from: attempt.origin, user: id, session: place?.session))
    }
}

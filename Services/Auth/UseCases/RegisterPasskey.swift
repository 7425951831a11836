import CareModels
import Foundation
import Postgres

/// A passkey was made, and counts from now on; with the first factor there are recovery codes. Where it was made has shown both factors.
struct RegisterPasskey: Sendable {
    let tell: TellOfAccount
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// `recovery`: hashes of codes, for who has none. Says whether these were taken.
    func callAsFunction(
        _ registration: PasskeyRegistration, named name: String, of id: UserID, in place: SignInPlace?, recovery: [[UInt8]], from origin: Origin, _ tx: Transaction
    ) async throws -> (passkey: PasskeyRecord, tookRecoveryCodes: Bool) {
        let now = now()
        guard let user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        if let place, try await !tx.lockOpen(place, of: id, now: now) { throw Refusal.signedOut }
        guard try await tx.countPasskeys(of: id) < Passkey.most else { throw Refusal.tooManyPasskeys }
        let passkey = PasskeyRecord(registration, of: id, id: FactorID(newID()), name: name, now: now)
        guard try await tx.insert(passkey) else { throw PasskeyRefusal.taken }
        let isFirst = !user.hasSecondFactor
        if isFirst {
            try await tx.noteSecondFactor(of: id)
            try await tx.replaceRecoveryCodes(of: id, with: recovery)
        }
        if let place { try await tx.note(.passkey(isBackupEligible: passkey.isBackupEligible), in: place) }
        try await tell(.passkeyAdded, to: user, tx)
        try await tx.audit(AuditEntry(.factorAdded, at: now, from: origin, user: id, session: place?.session))
        return (passkey, isFirst)
    }
}

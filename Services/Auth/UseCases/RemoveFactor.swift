import CareModels
import Foundation
import Postgres

/// Somebody does without a factor from now on; without any, their recovery codes are of no use either.
struct RemoveFactor: Sendable {
    let tell: TellOfAccount
    let now: @Sendable () -> Date

    /// `expectedRevision`: the one that was read; nil for whatever is there.
    func callAsFunction(_ factor: FactorID, of id: UserID, expectedRevision: Int?, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        guard let user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        // Who is locked calls no passkey by another name meanwhile; and what is no passkey has nothing that changes.
        let revision = try await tx.passkeys(of: id).first { $0.id == factor }?.revision ?? FactorRecord.revision
        try ReadVersion.check(expectedRevision, against: revision, Refusal.factorChanged)
        var isGone = try await tx.deleteFactor(factor, of: id)
        if !isGone { isGone = try await tx.deletePasskey(factor, of: id) }
        guard isGone else { throw Refusal.noSuchFactor }
        try await tx.noteSecondFactor(of: id)
        if try await tx.lockedUser(id)?.hasSecondFactor == false { try await tx.replaceRecoveryCodes(of: id, with: []) }
        try await tell(.factorRemoved, to: user, tx)
        try await tx.audit(AuditEntry(.factorRemoved, at: now, from: origin, user: id))
    }
}

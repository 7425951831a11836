import CareModels
import Foundation
import Postgres

/// Somebody who sets a new password by a mailed link says that somebody else was in their account: what was added to it in the last days is taken back, by which the
/// other would come in again. What was there before stays, since the link shows who reads the account's mails and no more: nobody gets rid by it of what
/// protects the account from them.
struct TakeBackAdditions: Sendable {
    /// Roles that must have a second factor.
    let demanding: Set<Role>
    let tell: TellOfAccount
    let end: EndGuardianship
    let now: @Sendable () -> Date

    /// Of nothing that was there before the address was proven: whoever has got hold of the password may have named one of theirs since.
    private func since(_ user: UserRecord) -> Date { max(now().addingTimeInterval(-PasswordReset.takesBack), user.emailVerifiedAt ?? .distantPast) }

    /// Not by what the login page gave to who has shown a password alone, nor of who must have a second factor: that an operator takes away, who knows them.
    func isOffered(by link: AccountLink, to user: UserRecord, _ runner: some PostgresRunner) async throws -> Bool {
        guard link.email != nil, !demanding.contains(user.role) else { return false }
        return try await !runner.isSecondFactorDemanded(of: user.id)
    }

    /// Those who were invited to act for them since, before anybody is locked. Whose address becomes another one meanwhile has no link any more.
    func guardianships(of ward: UserID, _ tx: Transaction) async throws -> [Guardianship] {
        guard let user = try await tx.user(ward) else { return [] }
        return try await tx.openGuardianships(of: ward, invitedSince: since(user), now: now())
    }

    /// `guardianships`: of those the ward and the guardians are locked.
    func callAsFunction(_ guardianships: [Guardianship], of user: UserRecord, from origin: Origin, _ tx: Transaction) async throws {
        // In the order of locks they come before factors.
        for guardianship in guardianships { _ = try await tx.lockedGuardianship(guardianship.id) }
        let count = try await tx.deleteFactors(of: user.id, since: since(user))
        // Whoever was in may have had them made, and has read them then.
        try await tx.replaceRecoveryCodes(of: user.id, with: [])
        try await tx.noteSecondFactor(of: user.id)
        if count > 0 {
            try await tell(.factorRemoved, to: user, tx)
            try await tx.audit(AuditEntry(.factorRemoved, at: now(), from: origin, user: user.id))
        }
        for guardianship in guardianships {
            do {
                try await end(guardianship.id, of: user.id, from: origin, tx)
            } catch Guardianship.Refusal.noSuchGuardianship {
                // It has ended meanwhile, which is what was asked for.
            }
        }
    }
}

import CareModels
import Foundation
import Postgres

/// An operator takes every second factor of somebody away, with their recovery codes: the password alone lets them in again, or what their role demands is set up
/// anew. Whatever they were signed in with ends, and they are told at an address that they have proved to be theirs.
struct ResetFactors: Sendable {
    let post: PostMail
    let mails: AccountMails
    let now: @Sendable () -> Date

    func callAsFunction(_ id: UserID, for reason: FactorReset.Reason, from origin: Origin, _ tx: Transaction) async throws {
        guard id != origin.actorID else { throw Refusal.ownAccount }
        guard let user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        let now = now()
        try await tx.deleteEveryFactor(of: id)
        try await tx.noteSecondFactor(of: id)
        try await EndAccess(now: now)(of: id, reason: .admin, tx)
        try await tx.endLinksThatLeadAway(of: user)
        if user.emailVerifiedAt != nil, let address = user.mailAddress {
            let mail = mails.written(for: user.languages).factorsReset(username: user.username, to: address)
            try await post(mail, to: id, until: now.addingTimeInterval(Mail.patience), tx)
        }
        try await tx.audit(AuditEntry(.factorsReset, at: now, from: origin, user: id, reason: AuditEntry.Reason(reason)))
    }
}

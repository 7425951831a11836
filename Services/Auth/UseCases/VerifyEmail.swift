import CareModels
import Foundation
import Postgres

/// A mailed link has come back: its address is the account's from now on, and proven. Links that went elsewhere are over; who had proven the address before is told.
struct VerifyEmail: Sendable {
    let tell: TellOfAccount
    let now: @Sendable () -> Date

    func callAsFunction(_ link: AccountLink, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        guard let user = try await tx.lockedUser(link.userID), let taken = try await tx.takeLink(link.tokenHash, for: .email, now: now),
            let address = taken.email.flatMap({ try? MailAddress($0) })
        else { throw Refusal.linkOver }
        try await tx.setVerifiedEmail(address.text, of: user.id, now: now)
        let own = address.text.lowercased()
        try await tx.deleteLinks(of: user.id, to: own)
        try await tx.endLinks(of: user.id, butTo: own)
        if !EmailVerification.isSame(address, as: user.mailAddress) {
            try await tx.deleteLinks(of: user.id, for: .password)
            try await tell(.emailChanged, to: user, tx)
        }
        try await tx.audit(AuditEntry(.emailVerified, at: now, from: origin, user: user.id))
    }
}

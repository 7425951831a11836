import CareModels
import Foundation
import Postgres

/// Somebody sets a new password by a link that was mailed, or that the login page gave since the password had to be changed. The link is used up.
struct SetPasswordByLink: Sendable {
    let replace: ReplacePassword
    let identifiers: IdentifierHash
    let now: @Sendable () -> Date

    func callAsFunction(_ link: AccountLink, hash: String, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        guard let user = try await tx.lockedUser(link.userID), try await tx.takeLink(link.tokenHash, for: .password, now: now) != nil else {
            throw Refusal.linkOver
        }
        try await replace(of: user, with: hash, tx)
        // Whoever guessed at the old one has guessed in vain.
        try await tx.forgetAllLoginFailures(of: identifiers.account(user.username))
        try await tx.audit(AuditEntry(.passwordReset, at: now, from: origin, user: user.id))
    }
}

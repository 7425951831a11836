import CareModels
import Foundation
import Postgres

/// Somebody sets a new password by a link that was mailed, or that the login page gave since the password had to be changed. The link is used up.
struct SetPasswordByLink: Sendable {
    let replace: ReplacePassword
    let identifiers: IdentifierHash
    let now: @Sendable () -> Date
    /// Where that was wished for.
    var takeBack: TakeBackAdditions?

    func callAsFunction(_ link: AccountLink, hash: String, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        let guardianships = try await takeBack?.guardianships(of: link.userID, tx) ?? []
        let users = try await tx.lockedUsers([link.userID] + guardianships.compactMap(\.guardian))
        guard let user = users[link.userID], let taken = try await tx.takeLink(link.tokenHash, for: .password, now: now) else { throw Refusal.linkOver }
        if let takeBack, try await takeBack.isOffered(by: taken, to: user, tx) { try await takeBack(guardianships, of: user, from: origin, tx) }
        try await replace(of: user, with: hash, tx)
        // Whoever guessed at the old one has guessed in vain.
        try await tx.forgetAllLoginFailures(of: identifiers.account(user.username))
        try await tx.audit(AuditEntry(.passwordReset, at: now, from: origin, user: user.id))
    }
}

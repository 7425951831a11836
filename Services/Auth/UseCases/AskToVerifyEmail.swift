import CareModels
import Foundation
import Postgres

/// Mails a link to an address that somebody says is theirs. It is theirs once the link has come back (`VerifyEmail`).
struct AskToVerifyEmail: Sendable {
    let post: PostMail
    var mails: AccountMails
    let now: @Sendable () -> Date

    /// Nothing when enough are on their way.
    func callAsFunction(_ address: MailAddress, of user: UserRecord, _ tx: Transaction) async throws {
        let now = now()
        guard try await tx.countLinks(of: user.id, for: .email, now: now) < EmailVerification.mostLinks else { return }
        let (token, expiry) = (Base64URL.encode(Secret.random()), now.addingTimeInterval(EmailVerification.lifetime))
        try await tx.insert(
            AccountLink(tokenHash: Secret.hash(token), userID: user.id, purpose: .email, email: address.text, createdAt: now, expiresAt: expiry))
        let mail = mails.written(for: user.languages).emailLink(token, username: user.username, to: address)
        try await post(mail, to: user.id, until: expiry, tx)
    }
}

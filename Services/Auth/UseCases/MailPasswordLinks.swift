import CareModels
import Foundation
import Postgres
import Sealing

/// Mails a link to set a new password to whom somebody meant who has forgotten theirs: to the account of that name, or to each with that address. To a proven address
/// alone: one that was mistyped at the sign-up is somebody else's, who would have the account by it.
struct MailPasswordLinks: Sendable {
    let masters: MasterKeys
    let post: PostMail
    let mails: AccountMails
    let now: @Sendable () -> Date

    /// As the timer keeps it. What no key opens is nobody's any more: the person asks again.
    func callAsFunction(key: String, sealed: String, _ tx: Transaction) async throws {
        let bytes = Base64URL.decode(sealed) ?? []
        guard let typed = masters.keys(for: .mails).lazy.compactMap({ try? $0.open(bytes, at: key) }).first else { return }
        for id in try await accounts(String(decoding: typed, as: UTF8.self), tx) {
            guard let user = try await tx.lockedUser(id) else { continue }
            try await mailLink(to: user, in: AskForPasswordLink.language(ofKey: key), tx)
        }
    }

    private func accounts(_ typed: String, _ tx: Transaction) async throws -> [UserID] {
        switch PasswordReset.account(typed) {
        case .username(let name): try await tx.user(named: name).map { [$0.id] } ?? []
        case .address(let address): try await tx.users(withProvenEmail: address, limit: PasswordReset.mostAccounts)
        case nil: []
        }
    }

    private func mailLink(to user: UserRecord, in language: Language, _ tx: Transaction) async throws {
        let now = now()
        guard user.provenAddress != nil, let address = user.mailAddress, try await tx.countLinks(of: user.id, for: .password, now: now) < PasswordReset.mostLinks else {
            return
        }
        let (token, expiry) = (Base64URL.encode(Secret.random()), now.addingTimeInterval(PasswordReset.lifetime))
        try await tx.insert(
            AccountLink(
                tokenHash: Secret.hash(token), userID: user.id, purpose: .password, email: address.text, createdAt: now, expiresAt: expiry))
        let mail = mails.written(in: language).written(for: user.languages).passwordLink(token, username: user.username, to: address)
        try await post(mail, to: user.id, until: expiry, tx)
        try await tx.audit(AuditEntry(.passwordLinkMailed, at: now, from: .platform, user: user.id))
    }
}

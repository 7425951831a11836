import CareModels
import Foundation
import Postgres

/// Somebody who has proven their password names another address, or wants another link to theirs. The one before stands until the new one is proven.
struct ChangeEmail: Sendable {
    let ask: AskToVerifyEmail
    let now: @Sendable () -> Date

    func callAsFunction(_ login: ProvenLogin, to address: MailAddress, _ tx: Transaction) async throws {
        guard let user = try await tx.lockedUser(login.user.id) else { throw Refusal.noSuchUser }
        try await AdmitLogin(now: now)(login, tx)
        if user.emailVerifiedAt != nil, EmailVerification.isSame(address, as: user.mailAddress) { return }
        try await ask(address, of: user, tx)
        try await tx.audit(AuditEntry(.emailChangeAsked, at: now(), from: login.attempt.origin, user: user.id))
    }
}

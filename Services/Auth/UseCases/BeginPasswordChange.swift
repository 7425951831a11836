import CareModels
import Foundation
import Postgres

/// Somebody's password was right and has to be changed before they are logged in: the page that they do it on holds what a mailed link would.
struct BeginPasswordChange: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ login: ProvenLogin, tokenHash: [UInt8], _ tx: Transaction) async throws {
        let now = now()
        // A foreign key would refuse it too: somebody who was erased meanwhile is nobody.
        guard let user = try await tx.lockedUser(login.user.id), user.passwordHash == login.user.passwordHash else { throw LoginRefusal.wrong }
        var admitted = login
        admitted.newHash = nil
        try await AdmitLogin(now: self.now)(admitted, tx)
        try await tx.insert(
            AccountLink(tokenHash: tokenHash, userID: user.id, purpose: .password, createdAt: now, expiresAt: now.addingTimeInterval(PasswordReset.lifetime)))
        try await tx.audit(AuditEntry(.loginRefused, at: now, from: login.attempt.origin, user: user.id, reason: .passwordToBeChanged))
    }
}

import CareModels
import Foundation
import Postgres

/// Somebody who has proven their password sets another.
struct ChangePassword: Sendable {
    let replace: ReplacePassword
    let now: @Sendable () -> Date

    /// `session` goes on.
    func callAsFunction(_ login: ProvenLogin, newHash: String, keeping session: SessionID?, _ tx: Transaction) async throws {
        guard let user = try await tx.lockedUser(login.user.id) else { throw Refusal.noSuchUser }
        // Another may have changed it since: what was proven is then no longer it.
        guard user.passwordHash == login.user.passwordHash else { throw LoginRefusal.wrong }
        var admitted = login
        admitted.newHash = nil
        try await AdmitLogin(now: now)(admitted, tx)
        try await replace(of: user, with: newHash, keeping: session, tx)
        try await tx.audit(AuditEntry(.passwordChanged, at: now(), from: login.attempt.origin, user: user.id, session: session))
    }
}

import Foundation
import Postgres

/// Writes down that somebody whose password was right did not get in.
struct RefuseLogin: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ login: ProvenLogin, reason: AuditEntry.Reason, _ tx: Transaction) async throws {
        try await tx.audit(AuditEntry(.loginRefused, at: now(), from: login.attempt.origin, user: login.user.id, reason: reason))
    }
}

import CareModels
import Foundation
import Postgres

/// Somebody takes a copy of what Auth knows of them; the audit says that it was taken.
struct ExportAccount: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ id: UserID, from origin: Origin, _ tx: Transaction) async throws -> AccountExport {
        let (now, most) = (now(), AccountExport.most)
        guard let user = try await tx.user(id) else { throw Refusal.noSuchUser }
        let export = AccountExport(
            user: user, avatar: try await tx.avatar(of: id), sessions: try await tx.sessions(of: id, after: nil, limit: most, now: now),
            browsers: try await tx.browserLogins(of: id, limit: most, now: now), apps: try await tx.apps(of: id, after: nil, limit: most),
            factors: try await tx.factors(of: id), passkeys: try await tx.passkeys(of: id), recoveryCodesLeft: try await tx.countRecoveryCodes(of: id),
            links: try await tx.links(of: id, limit: most, now: now), mails: try await tx.waitingMails(to: id, limit: most))
        try await tx.audit(AuditEntry(.accountExported, at: now, from: origin, user: id))
        return export
    }
}

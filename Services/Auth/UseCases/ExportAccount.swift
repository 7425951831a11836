import CareModels
import Foundation
import Postgres
import Sealing

/// Somebody takes a copy of what Auth knows of them; the audit says that it was taken.
struct ExportAccount: Sendable {
    let masters: MasterKeys
    let now: @Sendable () -> Date

    func callAsFunction(_ id: UserID, from origin: Origin, _ tx: Transaction) async throws -> AccountExport {
        let (now, most) = (now(), AccountExport.most)
        guard let user = try await tx.user(id) else { throw Refusal.noSuchUser }
        let export = AccountExport(
            user: user, avatar: try await tx.avatar(of: id), sessions: try await tx.sessions(of: id, after: nil, limit: most, now: now),
            browsers: try await tx.browsers(of: id, after: nil, limit: most, now: now), apps: try await tx.apps(of: id, after: nil, limit: most),
            factors: try await tx.factors(of: id), passkeys: try await tx.passkeys(of: id), recoveryCodesLeft: try await tx.countRecoveryCodes(of: id),
            links: try await tx.links(of: id, limit: most, now: now), mails: try await tx.waitingMails(to: id, limit: most),
            guardianships: try await tx.guardianships(of: id, provenAddress: user.provenAddress, after: nil, limit: most, now: now),
            memberships: try await tx.memberships(of: id, limit: most), invitations: try await tx.invitations(of: id, after: nil, limit: most, now: now),
            verifications: try await tx.verifications(of: id).map { OpenedVerification($0, masters) },
            adoptions: try await tx.adoptions(of: id, limit: most))
        try await tx.audit(AuditEntry(.accountExported, at: now, from: origin, user: id))
        return export
    }
}

import CareModels
import Foundation
import Postgres

/// The ward, the guardian or an operator ends it, or an invitation before it is accepted. The sessions in which the guardian acts end with it, everywhere.
struct EndGuardianship: Sendable {
    let tell: TellOfGuardianship
    let now: @Sendable () -> Date

    /// `party`: the ward or the guardian, who asks or for whom an operator does.
    func callAsFunction(_ id: GuardianshipID, of party: UserID, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        guard let found = try await tx.guardianship(id) else { throw Guardianship.Refusal.noSuchGuardianship }
        let users = try await tx.lockedUsers([found.ward, party] + [found.guardian].compactMap { $0 })
        guard let ward = users[found.ward], let guardianship = try await tx.lockedGuardianship(id),
            guardianship.concerns(party, provenAddress: users[party]?.provenAddress), guardianship.state(at: now) != .ended
        else { throw Guardianship.Refusal.noSuchGuardianship }
        try await tx.end(id, now: now)
        let acting = try await tx.lockActing(by: id, now: now)
        try await AnnounceEnds(now: now)(try await tx.end(acting, reason: .logout, now: now), tx)
        // Whoever accepted between the two reads is locked by nobody, and told by nobody.
        try await tell(.ended, ward: ward, guardians: [guardianship.guardian.flatMap { users[$0] }].compactMap { $0 }, tx)
        try await tx.audit(AuditEntry(.guardianshipEnded, at: now, from: origin, user: ward.id))
    }
}

import CareModels
import Foundation
import Postgres

/// Who was invited to act for somebody accepts. Of two whom one invitation reached, by an address that they share, the first does.
struct AcceptGuardianship: Sendable {
    let tell: TellOfGuardianship
    let now: @Sendable () -> Date

    func callAsFunction(_ id: GuardianshipID, by user: UserID, from origin: Origin, _ tx: Transaction) async throws -> Guardianship {
        let now = now()
        guard let found = try await tx.guardianship(id) else { throw Guardianship.Refusal.noSuchGuardianship }
        let users = try await tx.lockedUsers([found.ward, user])
        guard let ward = users[found.ward], let guardian = users[user], var guardianship = try await tx.lockedGuardianship(id) else {
            throw Guardianship.Refusal.noSuchGuardianship
        }
        switch guardianship.acceptance(by: user, provenAddress: guardian.provenAddress, now: now) {
        case .repeated: return guardianship
        case .hidden: throw Guardianship.Refusal.noSuchGuardianship
        case .accept: break
        }
        // Invited twice, by the id and by the address: one stands.
        if let other = try await tx.openGuardianship(of: ward.id, with: .person(user), now: now), other.id != id {
            guard other.state(at: now) == .invited else { throw Guardianship.Refusal.noSuchGuardianship }
            try await tx.end(other.id, now: now)
        }
        try await tx.endOverdueGuardianships(of: ward.id, now: now)
        try await tx.accept(id, by: user, now: now)
        (guardianship.guardian, guardianship.invitedEmail, guardianship.acceptedAt) = (user, nil, now)
        try await tell(.begun, ward: ward, guardians: [guardian], tx)
        try await tx.audit(AuditEntry(.guardianshipBegun, at: now, from: origin, user: ward.id))
        return guardianship
    }
}

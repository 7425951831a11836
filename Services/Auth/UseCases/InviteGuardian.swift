import CareModels
import Foundation
import Postgres

/// A ward, or an operator for one who has no say, invites somebody to act for them. Who is invited a second time stays invited once.
struct InviteGuardian: Sendable {
    /// Accounts with one address that are written to.
    private static let mostAccounts = 5

    let tell: TellOfGuardianship
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(
        _ invitation: GuardianInvitation, to ward: UserID, from origin: Origin, _ tx: Transaction
    ) async throws -> (guardianship: Guardianship, isNew: Bool) {
        let (now, guest) = (now(), invitation.guest)
        let guests: [UserID] =
            switch guest {
            case .person(let user): [user]
            case .address(let address): try await tx.users(withProvenEmail: address, limit: Self.mostAccounts)
            }
        // An operator gives nobody's records to themselves.
        if let actor = origin.actorID, actor != ward, guests.contains(actor) { throw Guardianship.Refusal.actorThemselves }
        let users = try await tx.lockedUsers([ward] + guests)
        guard let owner = users[ward] else { throw Refusal.noSuchUser }
        let today = try await tx.countInvitations(of: ward, since: now.addingTimeInterval(-DaysInvitations.day))
        if let known = try await tx.openGuardianship(of: ward, with: guest, now: now) { return (known, false) }
        try Guardianship.checkInvitation(of: guest, to: ward, role: owner.role, today: today, now: now)
        if case .person(let user) = guest, users[user] == nil { throw Guardianship.Refusal.noSuchGuardian }
        try await tx.endOverdueGuardianships(of: ward, now: now)
        let guardianship = Guardianship(id: GuardianshipID(newID()), ward: ward, guest: guest, endsAt: invitation.endsAt, now: now)
        try await tx.insert(guardianship)
        try await tell(.invited, ward: owner, guardians: guests.filter { $0 != ward }.compactMap { users[$0] }, tx)
        try await tx.audit(AuditEntry(.guardianInvited, at: now, from: origin, user: ward))
        return (guardianship, true)
    }
}

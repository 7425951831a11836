import CareModels
import Foundation
import Postgres

/// An organisation asks somebody to join: a person by their id, or whoever reads the mails of an address, who is mailed where to say yes. Who is asked a second
/// time is asked once, with the roles of the last, and not mailed again.
struct InviteMember: Sendable {
    enum Invitee: Equatable, Sendable {
        case person(UserID)
        case address(MailAddress)
    }

    let post: PostMail
    let mails: AccountMails
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(
        _ invitee: Invitee, as roles: Set<OrganisationRole>, to id: OrganisationID, by caller: OrganisationCaller, from origin: Origin, _ tx: Transaction
    ) async throws -> (invitation: OrganisationInvitationRecord, isNew: Bool) {
        // Nobody else locks a person.
        try OrganisationRule.manage(try await caller.actor(in: id, tx))
        // Before the organisation, in the order of locks; whether there is such a person only its own people hear.
        let person = try await person(invitee, tx)
        let (organisation, actor) = try await tx.locked(id, for: caller)
        try OrganisationRule.manage(actor)
        if case .person = invitee, person == nil { throw Refusal.noSuchUser }
        // Of whom only an address is known, this is asked when they accept.
        try OrganisationRule.give(roles, to: person?.role ?? .provider, by: actor)
        if let person, try await tx.member(person.id, of: id) != nil { throw OrganisationRule.Refusal.alreadyMember }
        let now = now()
        var invitation = OrganisationInvitationRecord(
            id: OrganisationInvitationID(newID()), organisationID: id, userID: person?.id, roles: roles, createdAt: now,
            expiresAt: now.addingTimeInterval(OrganisationRule.lifetime), invitedBy: actor.memberID)
        if case .address(let address) = invitee { invitation.email = address.text.lowercased() }
        if var known = try await tx.invitation(like: invitation, now: now) {
            try OrganisationRule.give(roles, insteadOf: known.roles, to: person?.role ?? .provider, by: actor)
            try await tx.setRoles(roles, of: known.id, by: actor.memberID)
            (known.roles, known.invitedBy) = (roles, actor.memberID)
            return (known, false)
        }
        let count = try await tx.countInvitations(to: id, since: now.addingTimeInterval(-DaysInvitations.day), now: now)
        try OrganisationRule.invite(pending: count.pending, today: count.today, now: now)
        try await tx.forgetExpiredInvitations(to: id, now: now)
        // A mail is somebody's: that of who had it sent.
        if case .address(let address) = invitee, let sender = actor.id {
            let mail = mails.invitation(organisation: organisation.details.name, to: address)
            try await post(mail, to: sender, until: invitation.expiresAt, tx)
        }
        try await tx.insert(invitation)
        try await tx.audit(AuditEntry(.memberInvited, at: now, from: origin, user: person?.id))
        return (invitation, true)
    }

    private func person(_ invitee: Invitee, _ tx: Transaction) async throws -> UserRecord? {
        guard case .person(let id) = invitee else { return nil }
        return try await tx.lockedUser(id)
    }
}

import CareModels
import Foundation

/// Who may do what in an organisation. Owners may do everything there. Administrators say who the members are, but for owners, make teams of them and verify
/// practitioners; the others read. The platform's admin may do what an owner may.
enum OrganisationRule {
    /// A snapshot's event names them all.
    static let mostMembers = 500
    /// Likewise.
    static let mostTeams = 50
    /// Of one organisation at a time, and in a day, so that nobody has others' letter boxes filled.
    static let mostInvitations = 50
    /// Of an invitation.
    static let lifetime: TimeInterval = 7 * 86_400

    /// As what somebody acts in an organisation.
    enum Actor: Equatable, Sendable {
        case platform(UserID?)
        case member(UserID, Set<OrganisationRole>)

        var id: UserID? {
            switch self {
            case .platform(let id): id
            case .member(let id, _): id
            }
        }

        /// Nil of the platform.
        var memberID: UserID? { if case .member(let id, _) = self { id } else { nil } }
    }

    enum Refusal: Error, Equatable {
        /// None, or none that the caller is a member of.
        case noSuchOrganisation
        case noSuchMember
        case noSuchInvitation
        case noSuchTeam
        case noLogo
        /// Or gone, since it was read.
        case logoChanged
        /// They may know of it, and not do that.
        case notAllowed
        /// Somebody has to be left who says who the others are.
        case lastOwner
        case alreadyMember
        /// Practitioners are providers.
        case noProvider
        /// Nobody vouches for themselves.
        case ownLicence
        case full(Int)
        /// Another team there has the name, perhaps in other upper and lower case.
        case teamExists
        case tooManyTeams(Int)
        /// A team has members of the organisation alone.
        case strangersInTeam
        case tooManyInvitations(Int)
        case tooManyInvitationsToday(Int, wait: Int)
        /// Another has changed it: it is at this revision.
        case changed(Int)
    }

    /// What it says of itself, and who is asked to join.
    static func manage(_ actor: Actor) throws(Refusal) {
        switch actor {
        case .platform: return
        case .member(_, let roles): if roles.isDisjoint(with: [.owner, .administrator]) { throw .notAllowed }
        }
    }

    static func close(_ actor: Actor) throws(Refusal) {
        switch actor {
        case .platform: return
        case .member(_, let roles): if !roles.contains(.owner) { throw .notAllowed }
        }
    }

    /// Gives somebody these roles, in place of those before. Who is an owner only owners say.
    static func give(_ roles: Set<OrganisationRole>, insteadOf before: Set<OrganisationRole> = [], to role: Role, by actor: Actor) throws(Refusal) {
        try manage(actor)
        if case .member(_, let own) = actor, !own.contains(.owner), roles.union(before).contains(.owner) { throw .notAllowed }
        if roles.contains(.practitioner), role != .provider { throw .noProvider }
    }

    /// Everybody may leave.
    static func remove(_ member: UserID, _ roles: Set<OrganisationRole>, by actor: Actor) throws(Refusal) {
        if case .member(let id, _) = actor, id == member { return }
        try manage(actor)
        if case .member(_, let own) = actor, !own.contains(.owner), roles.contains(.owner) { throw .notAllowed }
    }

    /// Whether somebody who asked others to join may not ask them all any more: what they have asked is over then.
    static func asksForLess(_ before: Set<OrganisationRole>, now after: Set<OrganisationRole>) -> Bool {
        if before.contains(.owner) { return !after.contains(.owner) }
        return before.contains(.administrator) && after.isDisjoint(with: [.owner, .administrator])
    }

    /// Of somebody who is no owner any more. `others`: how many owners there are beside them.
    static func letGo(_ before: Set<OrganisationRole>, to after: Set<OrganisationRole>, others: Int) throws(Refusal) {
        if before.contains(.owner), !after.contains(.owner), others == 0 { throw .lastOwner }
    }

    /// That this practitioner of the organisation is one. The platform's admin verifies whom they like, by `PUT /admin/users/:id/verification`.
    static func verify(_ member: UserID, _ roles: Set<OrganisationRole>, by actor: Actor) throws(Refusal) {
        try manage(actor)
        if actor.id == member { throw .ownLicence }
        if !roles.contains(.practitioner) { throw .noProvider }
    }

    /// Refuses when another has changed an organisation, or somebody's place in it, since it was read; nil: whatever is there.
    static func check(_ expected: Int?, against revision: Int) throws(Refusal) { try ReadVersion.check(expected, against: revision, Refusal.changed) }

    static func join(members: Int) throws(Refusal) { if members >= mostMembers { throw .full(mostMembers) } }

    static func found(teams: Int) throws(Refusal) { if teams >= mostTeams { throw .tooManyTeams(mostTeams) } }

    /// `members`: who of those in the team is a member of the organisation. `isTaken`: another team there has the name.
    static func form(_ team: TeamDetails, of members: Set<UserID>, isTaken: Bool) throws(Refusal) {
        if !members.isSuperset(of: team.memberIDs) { throw .strangersInTeam }
        if isTaken { throw .teamExists }
    }

    static func invite(pending: Int, today: DaysInvitations, now: Date) throws(Refusal) {
        if pending >= mostInvitations { throw .tooManyInvitations(mostInvitations) }
        if let wait = today.wait(most: mostInvitations, now: now) { throw .tooManyInvitationsToday(mostInvitations, wait: wait) }
    }
}

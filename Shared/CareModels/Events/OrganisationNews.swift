/// What an event of `care.organisations.v1` says of an organisation, whichever it is: what a projection keeps some of.
package struct OrganisationNews: Equatable, Sendable {
    package enum Change: Equatable, Sendable {
        /// It is there, and says this of itself.
        case named(String)
        /// What a member does in it; nothing: they have left.
        case member(UserID, roles: [OrganisationRole])
        /// A team of its is there, is another, or is no more: nobody keeps that yet.
        case team
        /// For good; it has no members any more.
        case closed
        /// All there is to say; whoever is not named is no member.
        case whole(name: String, members: [OrganisationSnapshot.Member], isClosed: Bool)
    }

    package var organisationId: OrganisationID
    package var version: Int
    package var change: Change

    package init(_ event: OrganisationCreated) { self.init(event.organisationId, event.version, .named(event.name)) }
    package init(_ event: OrganisationChanged) { self.init(event.organisationId, event.version, .named(event.name)) }
    package init(_ event: OrganisationMemberJoined) { self.init(event.organisationId, event.version, .member(event.userId, roles: event.roles)) }
    package init(_ event: OrganisationMemberChanged) { self.init(event.organisationId, event.version, .member(event.userId, roles: event.roles)) }
    package init(_ event: OrganisationMemberLeft) { self.init(event.organisationId, event.version, .member(event.userId, roles: [])) }
    package init(_ event: OrganisationTeamCreated) { self.init(event.organisationId, event.version, .team) }
    package init(_ event: OrganisationTeamChanged) { self.init(event.organisationId, event.version, .team) }
    package init(_ event: OrganisationTeamDeleted) { self.init(event.organisationId, event.version, .team) }
    package init(_ event: OrganisationClosed) { self.init(event.organisationId, event.version, .closed) }

    package init(_ event: OrganisationSnapshot) {
        self.init(event.organisationId, event.version, .whole(name: event.name, members: event.members, isClosed: event.isClosed))
    }

    private init(_ organisationId: OrganisationID, _ version: Int, _ change: Change) {
        (self.organisationId, self.version, self.change) = (organisationId, version, change)
    }
}

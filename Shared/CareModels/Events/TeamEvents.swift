import Foundation

/// An organisation has another team: some of its members, under a name.
public struct OrganisationTeamCreated: CareEvent {
    public static let type = "care.organisations.team-created.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.organisations
    public var organisationId: OrganisationID
    public var version: Int
    public var teamId: TeamID
    public var name: String
    public var memberIds: [UserID]
    public var createdAt: Date
    public var subject: UUID { organisationId.uuid }

    public init(organisationId: OrganisationID, version: Int, teamId: TeamID, name: String, memberIds: [UserID], createdAt: Date) {
        self.organisationId = organisationId
        self.version = version
        self.teamId = teamId
        self.name = name
        self.memberIds = memberIds
        self.createdAt = createdAt
    }
}

/// A team has another name, or other members: all of it, as it is now.
public struct OrganisationTeamChanged: CareEvent {
    public static let type = "care.organisations.team-changed.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.organisations
    public var organisationId: OrganisationID
    public var version: Int
    public var teamId: TeamID
    public var name: String
    public var memberIds: [UserID]
    public var changedAt: Date
    public var subject: UUID { organisationId.uuid }

    public init(organisationId: OrganisationID, version: Int, teamId: TeamID, name: String, memberIds: [UserID], changedAt: Date) {
        self.organisationId = organisationId
        self.version = version
        self.teamId = teamId
        self.name = name
        self.memberIds = memberIds
        self.changedAt = changedAt
    }
}

/// A team is no more.
public struct OrganisationTeamDeleted: CareEvent {
    public static let type = "care.organisations.team-deleted.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.organisations
    public var organisationId: OrganisationID
    public var version: Int
    public var teamId: TeamID
    public var deletedAt: Date
    public var subject: UUID { organisationId.uuid }

    public init(organisationId: OrganisationID, version: Int, teamId: TeamID, deletedAt: Date) {
        self.organisationId = organisationId
        self.version = version
        self.teamId = teamId
        self.deletedAt = deletedAt
    }
}

import Foundation

/// A clinic, or another house that people work in together, is on the platform. It has members from the next event on.
public struct OrganisationCreated: CareEvent {
    public static let type = "care.organisations.created.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.organisations
    public var organisationId: OrganisationID
    public var version: Int
    public var name: String
    public var timeZone: String
    public var createdAt: Date
    public var subject: UUID { organisationId.uuid }

    public init(organisationId: OrganisationID, version: Int, name: String, timeZone: String, createdAt: Date) {
        self.organisationId = organisationId
        self.version = version
        self.name = name
        self.timeZone = timeZone
        self.createdAt = createdAt
    }
}

/// What an organisation says of itself changed; its name and time zone as they are now.
public struct OrganisationChanged: CareEvent {
    public static let type = "care.organisations.changed.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.organisations
    public var organisationId: OrganisationID
    public var version: Int
    public var name: String
    public var timeZone: String
    public var changedAt: Date
    public var subject: UUID { organisationId.uuid }

    public init(organisationId: OrganisationID, version: Int, name: String, timeZone: String, changedAt: Date) {
        self.organisationId = organisationId
        self.version = version
        self.name = name
        self.timeZone = timeZone
        self.changedAt = changedAt
    }
}

/// Somebody became a member.
public struct OrganisationMemberJoined: CareEvent {
    public static let type = "care.organisations.member-joined.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.organisations
    public var organisationId: OrganisationID
    public var version: Int
    public var userId: UserID
    public var roles: [OrganisationRole]
    public var joinedAt: Date
    public var subject: UUID { organisationId.uuid }

    public init(organisationId: OrganisationID, version: Int, userId: UserID, roles: [OrganisationRole], joinedAt: Date) {
        self.organisationId = organisationId
        self.version = version
        self.userId = userId
        self.roles = roles
        self.joinedAt = joinedAt
    }
}

/// A member does other things there than before: all of them, as they are now.
public struct OrganisationMemberChanged: CareEvent {
    public static let type = "care.organisations.member-changed.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.organisations
    public var organisationId: OrganisationID
    public var version: Int
    public var userId: UserID
    public var roles: [OrganisationRole]
    public var changedAt: Date
    public var subject: UUID { organisationId.uuid }

    public init(organisationId: OrganisationID, version: Int, userId: UserID, roles: [OrganisationRole], changedAt: Date) {
        self.organisationId = organisationId
        self.version = version
        self.userId = userId
        self.roles = roles
        self.changedAt = changedAt
    }
}

/// Somebody is no member any more, nor in any team: of those no event comes.
public struct OrganisationMemberLeft: CareEvent {
    public static let type = "care.organisations.member-left.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.organisations
    public var organisationId: OrganisationID
    public var version: Int
    public var userId: UserID
    public var leftAt: Date
    public var subject: UUID { organisationId.uuid }

    public init(organisationId: OrganisationID, version: Int, userId: UserID, leftAt: Date) {
        self.organisationId = organisationId
        self.version = version
        self.userId = userId
        self.leftAt = leftAt
    }
}

/// An organisation is closed, for good. It has no members and no teams any more, of which no event comes.
public struct OrganisationClosed: CareEvent {
    public static let type = "care.organisations.closed.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.organisations
    public var organisationId: OrganisationID
    public var version: Int
    public var closedAt: Date
    public var subject: UUID { organisationId.uuid }

    public init(organisationId: OrganisationID, version: Int, closedAt: Date) {
        self.organisationId = organisationId
        self.version = version
        self.closedAt = closedAt
    }
}

import Foundation

/// A user signed up. Names are shown to other users of the platform (a provider's card), so they travel here and nowhere else.
public struct UserRegistered: CareEvent {
    public static let type = "care.users.registered.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.users
    public var userId: UserID
    public var version: Int
    public var username: String
    public var role: Role
    public var fullName: String?
    public var avatarUrl: String?
    public var specialty: String?
    /// All of a provider's, `specialty` first; absent in events of releases that knew one alone.
    public var specialties: [String]?
    /// The former name of `specialty`: a release that came before reads it, and publishes nothing else.
    public var providerSpecialty: String?
    /// IANA name, such as `America/Winnipeg`.
    public var timeZone: String?
    public var registeredAt: Date
    /// Whether somebody who may has seen that this provider is one; absent for everyone else, and in events of releases that knew no difference.
    public var verified: Bool?
    public var subject: UUID { userId.uuid }

    public init(
        userId: UserID, version: Int, username: String, role: Role, fullName: String?, avatarUrl: String?,
        specialty: String?, specialties: [String]? = nil, timeZone: String?, registeredAt: Date, verified: Bool? = nil
    ) {
        self.userId = userId
        self.version = version
        self.username = username
        self.role = role
        self.fullName = fullName
        self.avatarUrl = avatarUrl
        self.specialty = specialty
        self.specialties = specialties
        providerSpecialty = specialty
        self.timeZone = timeZone
        self.registeredAt = registeredAt
        self.verified = verified
    }
}

/// What a user shows to others is not as it was. All of it is here as it is now: what is absent is empty.
public struct UserUpdated: CareEvent {
    public static let type = "care.users.updated.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.users
    public var userId: UserID
    public var version: Int
    public var username: String
    public var role: Role
    public var title: String?
    public var fullName: String?
    public var avatarUrl: String?
    public var specialty: String?
    /// All of a provider's, `specialty` first; absent in events of releases that knew one alone.
    public var specialties: [String]?
    public var practice: String?
    public var languages: [String]?
    public var timeZone: String?
    public var updatedAt: Date
    /// Whether somebody who may has seen that this provider is one; absent for everyone else, and in events of releases that knew no difference.
    public var verified: Bool?
    public var subject: UUID { userId.uuid }

    public init(
        userId: UserID, version: Int, username: String, role: Role, title: String?, fullName: String?, avatarUrl: String?, specialty: String?,
        specialties: [String]? = nil, practice: String?, languages: [String]?, timeZone: String?, updatedAt: Date, verified: Bool? = nil
    ) {
        self.userId = userId
        self.version = version
        self.username = username
        self.role = role
        self.title = title
        self.fullName = fullName
        self.avatarUrl = avatarUrl
        self.specialty = specialty
        self.specialties = specialties
        self.practice = practice
        self.languages = languages
        self.timeZone = timeZone
        self.updatedAt = updatedAt
        self.verified = verified
    }
}

/// A user was erased: whoever kept a copy of anything about them removes it.
public struct UserDeleted: CareEvent {
    public static let type = "care.users.deleted.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.users
    public static let isSigned = true
    public var userId: UserID
    public var version: Int
    public var deletedAt: Date
    public var subject: UUID { userId.uuid }

    public init(userId: UserID, version: Int, deletedAt: Date) {
        self.userId = userId
        self.version = version
        self.deletedAt = deletedAt
    }
}

/// A user lets an app do nothing more for them: whoever tells it anything in their name ends that. The subject is the withdrawal, so that the versions of
/// the user, and the last that the topic keeps of them, stay those of what they show.
public struct AppWithdrawn: CareEvent {
    public static let type = "care.users.app-withdrawn.v1"
    public static let since = "2.1.0"
    public static let topic = Topic.users
    public var withdrawalId: AppWithdrawalID
    public var version: Int
    public var userId: UserID
    public var clientId: String
    public var withdrawnAt: Date
    public var subject: UUID { withdrawalId.uuid }

    public init(withdrawalId: AppWithdrawalID, userId: UserID, clientId: String, withdrawnAt: Date) {
        self.withdrawalId = withdrawalId
        version = 1
        self.userId = userId
        self.clientId = clientId
        self.withdrawnAt = withdrawnAt
    }
}

import Foundation

// The present states, told by `careline snapshot` for those who began to listen when the beginning of a topic was gone. The version is that of the last event
// of the subject: who has it, or a later one, knows all this already. Nothing happened, so it is no fact, and has a type of its own that nobody counts.

/// A user as they are.
public struct UserSnapshot: CareEvent {
    public static let type = "care.users.snapshot.v1"
    public static let since = "2.0.0"
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
    public var timeZone: String?
    public var registeredAt: Date
    public var title: String?
    public var practice: String?
    public var languages: [String]?
    /// Whether somebody who may has seen that this provider is one; absent for everyone else, and in events of releases that knew no difference.
    public var verified: Bool?
    public var subject: UUID { userId.uuid }

    public init(
        userId: UserID, version: Int, username: String, role: Role, fullName: String?, avatarUrl: String?, specialty: String?, specialties: [String]? = nil,
        timeZone: String?, registeredAt: Date, title: String?, practice: String?, languages: [String]?, verified: Bool? = nil
    ) {
        self.userId = userId
        self.version = version
        self.username = username
        self.role = role
        self.fullName = fullName
        self.avatarUrl = avatarUrl
        self.specialty = specialty
        self.specialties = specialties
        self.timeZone = timeZone
        self.registeredAt = registeredAt
        self.title = title
        self.practice = practice
        self.languages = languages
        self.verified = verified
    }
}

/// A provider has published hours, of which this is the version.
public struct AvailabilitySnapshot: CareEvent {
    public static let type = "care.availability.snapshot.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.availability
    public var providerId: UserID
    public var version: Int
    public var subject: UUID { providerId.uuid }

    public init(
        providerId: UserID, version: Int
    ) {
        self.providerId = providerId
        self.version = version
    }
}

/// An appointment as it is.
public struct AppointmentSnapshot: CareEvent {
    public enum Status: String, Codable, Sendable, CaseIterable {
        case booked, cancelled, completed
        case noShow = "no-show"
    }

    public static let type = "care.appointments.snapshot.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.appointments
    public var appointmentId: AppointmentID
    public var version: Int
    public var patientId: UserID
    public var providerId: UserID
    public var startTime: Date
    public var endTime: Date
    public var status: Status
    public var subject: UUID { appointmentId.uuid }

    public init(
        appointmentId: AppointmentID, version: Int, patientId: UserID, providerId: UserID, startTime: Date, endTime: Date, status: Status
    ) {
        self.appointmentId = appointmentId
        self.version = version
        self.patientId = patientId
        self.providerId = providerId
        self.startTime = startTime
        self.endTime = endTime
        self.status = status
    }
}

/// An alert as it is.
public struct AlertSnapshot: CareEvent {
    public static let type = "care.alerts.snapshot.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.alerts
    public var alertId: AlertID
    public var version: Int
    public var patientId: UserID
    public var raisedAt: Date
    public var answeredAt: Date?
    public var subject: UUID { alertId.uuid }

    public init(
        alertId: AlertID, version: Int, patientId: UserID, raisedAt: Date, answeredAt: Date?
    ) {
        self.alertId = alertId
        self.version = version
        self.patientId = patientId
        self.raisedAt = raisedAt
        self.answeredAt = answeredAt
    }
}

/// A reminder as it is.
public struct ReminderSnapshot: CareEvent {
    public static let type = "care.reminders.snapshot.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.reminders
    public var reminderId: ReminderID
    public var version: Int
    public var patientId: UserID
    public var alertId: AlertID
    public var dueAt: Date
    public var firedAt: Date?
    public var cancelledAt: Date?
    public var subject: UUID { reminderId.uuid }

    public init(
        reminderId: ReminderID, version: Int, patientId: UserID, alertId: AlertID, dueAt: Date, firedAt: Date?, cancelledAt: Date?
    ) {
        self.reminderId = reminderId
        self.version = version
        self.patientId = patientId
        self.alertId = alertId
        self.dueAt = dueAt
        self.firedAt = firedAt
        self.cancelledAt = cancelledAt
    }
}

/// A health record that is stored.
public struct RecordSnapshot: CareEvent {
    public static let type = "care.records.snapshot.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.records
    public var recordId: RecordID
    public var version: Int
    public var userId: UserID
    public var format: RecordFormat
    public var recordType: String
    public var createdAt: Date
    public var updatedAt: Date
    public var subject: UUID { recordId.uuid }

    public init(
        recordId: RecordID, version: Int, userId: UserID, format: RecordFormat, recordType: String, createdAt: Date, updatedAt: Date
    ) {
        self.recordId = recordId
        self.version = version
        self.userId = userId
        self.format = format
        self.recordType = recordType
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// A conversation as it is.
public struct ConversationSnapshot: CareEvent {
    public static let type = "care.conversations.snapshot.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.conversations
    public var conversationId: ConversationID
    public var version: Int
    public var participantIds: [UserID]
    public var createdBy: UserID?
    public var createdAt: Date
    public var isClosed: Bool
    public var subject: UUID { conversationId.uuid }

    public init(
        conversationId: ConversationID, version: Int, participantIds: [UserID], createdBy: UserID?, createdAt: Date, isClosed: Bool
    ) {
        self.conversationId = conversationId
        self.version = version
        self.participantIds = participantIds
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.isClosed = isClosed
    }
}

/// A message that is there.
public struct MessageSnapshot: CareEvent {
    public static let type = "care.messages.snapshot.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.messages
    public var messageId: MessageID
    public var version: Int
    public var conversationId: ConversationID
    public var sequence: Int
    public var kind: MessageKind
    public var authorId: UserID?
    public var sentAt: Date
    public var subject: UUID { messageId.uuid }

    public init(
        messageId: MessageID, version: Int, conversationId: ConversationID, sequence: Int, kind: MessageKind, authorId: UserID?, sentAt: Date
    ) {
        self.messageId = messageId
        self.version = version
        self.conversationId = conversationId
        self.sequence = sequence
        self.kind = kind
        self.authorId = authorId
        self.sentAt = sentAt
    }
}

/// An emergency room of the directory.
public struct ERSnapshot: CareEvent {
    public static let type = "care.ers.snapshot.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.ers
    public var erId: ERID
    public var version: Int
    public var name: String
    public var latitude: Double
    public var longitude: Double
    public var timeZone: String
    public var phone: String?
    public var weeklyHours: String?
    public var weeklyHoursFrom: String?
    public var weeklyHoursTo: String?
    public var createdAt: Date
    public var updatedAt: Date
    public var subject: UUID { erId.uuid }

    public init(
        erId: ERID, version: Int, name: String, latitude: Double, longitude: Double, timeZone: String, phone: String?, weeklyHours: String?, weeklyHoursFrom: String?,
        weeklyHoursTo: String?, createdAt: Date, updatedAt: Date
    ) {
        self.erId = erId
        self.version = version
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        self.timeZone = timeZone
        self.phone = phone
        self.weeklyHours = weeklyHours
        self.weeklyHoursFrom = weeklyHoursFrom
        self.weeklyHoursTo = weeklyHoursTo
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// The hours of an emergency room's single dates.
public struct ERScheduleSnapshot: CareEvent {
    public static let type = "care.er-schedules.snapshot.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.erSchedules
    public var erId: ERID
    public var version: Int
    public var days: [ERScheduleChanged.Day]
    public var subject: UUID { erId.uuid }

    public init(
        erId: ERID, version: Int, days: [ERScheduleChanged.Day]
    ) {
        self.erId = erId
        self.version = version
        self.days = days
    }
}

/// An organisation as it is, with its members and teams.
public struct OrganisationSnapshot: CareEvent {
    public static let type = "care.organisations.snapshot.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.organisations

    public struct Member: Codable, Equatable, Sendable {
        public var userId: UserID
        public var roles: [OrganisationRole]

        public init(userId: UserID, roles: [OrganisationRole]) {
            self.userId = userId
            self.roles = roles
        }
    }

    public struct Team: Codable, Equatable, Sendable {
        public var teamId: TeamID
        public var name: String
        public var memberIds: [UserID]

        public init(teamId: TeamID, name: String, memberIds: [UserID]) {
            self.teamId = teamId
            self.name = name
            self.memberIds = memberIds
        }
    }

    public var organisationId: OrganisationID
    public var version: Int
    public var name: String
    public var timeZone: String
    /// None of one that is closed.
    public var members: [Member]
    public var createdAt: Date
    public var isClosed: Bool
    /// None of one that is closed.
    public var teams: [Team]?
    public var subject: UUID { organisationId.uuid }

    public init(
        organisationId: OrganisationID, version: Int, name: String, timeZone: String, members: [Member], createdAt: Date, isClosed: Bool, teams: [Team]? = nil
    ) {
        self.organisationId = organisationId
        self.version = version
        self.name = name
        self.timeZone = timeZone
        self.members = members
        self.createdAt = createdAt
        self.isClosed = isClosed
        self.teams = teams
    }
}

import Foundation

/// A typed identifier: a UUID that cannot be mistaken for another entity's. In JSON, paths and keys it is the lower-case
/// UUID string (RFC 9562).
public struct ID<Entity>: Hashable, Sendable {
    public let uuid: UUID

    public init(_ uuid: UUID) { self.uuid = uuid }

    /// The id that `text` spells, or nil when it is no UUID.
    public init?(_ text: some StringProtocol) {
        guard let uuid = UUID(strictly: text) else { return nil }
        self.uuid = uuid
    }
}

extension ID: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.uuid < right.uuid }
}

extension ID: TextCodable {
    public static var spelling: String { "a UUID, such as 0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11" }

    public var description: String { uuid.lowercaseText }
}

public enum User {}
public enum Session {}
public enum Appointment {}
public enum Record {}
public enum Event {}
public enum Evaluation {}
public enum Alert {}
public enum Reminder {}
public enum Conversation {}
public enum Message {}
/// One person's part in one conversation.
public enum Participation {}
public enum EmergencyRoom {}
public enum Organisation {}
public enum OrganisationInvitation {}
/// Some of an organisation's members.
public enum Team {}
/// A provider reads a record without the person's consent, in an emergency.
public enum RecordOverride {}
/// A person lets an app do nothing more for them.
public enum AppWithdrawal {}

public typealias UserID = ID<User>
public typealias SessionID = ID<Session>
public typealias AppointmentID = ID<Appointment>
public typealias RecordID = ID<Record>
public typealias EventID = ID<Event>
public typealias EvaluationID = ID<Evaluation>
public typealias AlertID = ID<Alert>
public typealias ReminderID = ID<Reminder>
public typealias ConversationID = ID<Conversation>
public typealias MessageID = ID<Message>
public typealias ParticipationID = ID<Participation>
public typealias ERID = ID<EmergencyRoom>
public typealias OrganisationID = ID<Organisation>
public typealias OrganisationInvitationID = ID<OrganisationInvitation>
public typealias TeamID = ID<Team>
public typealias RecordOverrideID = ID<RecordOverride>
public typealias AppWithdrawalID = ID<AppWithdrawal>

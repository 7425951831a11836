import Foundation

/// A fact that a service publishes. Encoded as JSON it is the data of a CloudEvent (CloudEvents 1.0, Kafka binary mode);
/// type, topic and subject become its headers and key.
///
/// Fields are only ever added, as optional, and hold ids and values: no names, free text, contents or credentials.
public protocol CareEvent: Codable, Equatable, Sendable {
    /// `care.<entity>.<fact>.v1`: the CloudEvents type, stable for ever.
    static var type: String { get }
    /// The release that brought it.
    static var since: String { get }
    static var topic: Topic { get }
    /// The aggregate's id: CloudEvents subject and Kafka key, so that its events keep their order.
    var subject: UUID { get }
    /// 1 for the aggregate's first event, then one more each: a consumer can prove that it missed none.
    var version: Int { get }
    /// It holds a value of somebody's health: its publisher keeps it sealed until it is sent.
    static var holdsHealthValue: Bool { get }
    /// What it makes others do cannot be undone: its publisher signs it, and nobody acts on one whose signature does not hold.
    static var isSigned: Bool { get }
}

extension CareEvent {
    public static var holdsHealthValue: Bool { false }
    public static var isSigned: Bool { false }
}

/// A Kafka topic of Careline: its name, and how it is kept.
public enum Topic: String, CaseIterable, Sendable, Codable {
    case users = "care.users.v1"
    case sessions = "care.sessions.v1"
    case appointments = "care.appointments.v1"
    case availability = "care.availability.v1"
    case heartRates = "care.heart-rates.v1"
    case alerts = "care.alerts.v1"
    case reminders = "care.reminders.v1"
    case records = "care.records.v1"
    case observations = "care.observations.v1"
    case recordAccess = "care.record-access.v1"
    case subscriptions = "care.subscriptions.v1"
    case subscriptionHooks = "care.subscription-hooks.v1"
    case conversations = "care.conversations.v1"
    case messages = "care.messages.v1"
    case feed = "care.feed.v1"
    case ers = "care.ers.v1"
    case erSchedules = "care.er-schedules.v1"
    case organisations = "care.organisations.v1"

    public static let partitions = 12
    /// What its events are about, in a word.
    public var subject: String {
        switch self {
        case .users, .feed: "user"
        case .sessions: "session"
        case .appointments: "appointment"
        case .availability: "provider"
        case .heartRates: "patient"
        case .alerts: "alert"
        case .reminders: "reminder"
        case .records: "record"
        case .observations: "observation"
        case .recordAccess: "override"
        case .subscriptions, .subscriptionHooks: "subscription"
        case .conversations: "conversation"
        case .messages: "message"
        case .ers, .erSchedules: "emergency room"
        case .organisations: "organisation"
        }
    }

    /// The `ce_type` of a record without a value, by which the topic forgets a subject: no event.
    public var tombstone: String { rawValue.dropLast("v1".count) + "tombstone.v1" }

    /// Where a poison event of this topic is parked, with its error and origin.
    public var deadLetter: String { rawValue + ".dead" }
}

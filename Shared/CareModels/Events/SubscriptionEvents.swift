import Foundation

/// Why a subscriber is told something, in the words of FHIR's SubscriptionStatus.
public enum SubscriptionNotice: String, Codable, Sendable, CaseIterable {
    case handshake, heartbeat
    case change = "event-notification"
}

/// Somebody who subscribed to changes of a health record is told: that it has begun, that there were changes, or that it still goes on. Which ones
/// they were, they ask the record's service. The subject is the subscription's record.
public struct SubscriptionNotified: CareEvent {
    public static let type = "care.subscriptions.notified.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.subscriptions
    public var subscriptionId: RecordID
    public var version: Int
    /// Whose record it is.
    public var patientId: UserID
    public var subscriberId: UserID
    public var role: Role
    public var notice: SubscriptionNotice
    /// Of the last change so far; 0 before the first.
    public var eventNumber: Int
    public var notifiedAt: Date
    public var subject: UUID { subscriptionId.uuid }

    public init(
        subscriptionId: RecordID, version: Int, patientId: UserID, subscriberId: UserID, role: Role, notice: SubscriptionNotice, eventNumber: Int,
        notifiedAt: Date
    ) {
        self.subscriptionId = subscriptionId
        self.version = version
        self.patientId = patientId
        self.subscriberId = subscriberId
        self.role = role
        self.notice = notice
        self.eventNumber = eventNumber
        self.notifiedAt = notifiedAt
    }
}

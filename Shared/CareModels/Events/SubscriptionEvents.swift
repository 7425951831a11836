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

/// The same, of who subscribed for an app's address (rest-hook): Webhooks sends the notification there, to the one webhook that the app has for it. The subject is the
/// subscription's record.
public struct SubscriptionHookNotified: CareEvent {
    public static let type = "care.subscriptions.hook-notified.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.subscriptions
    /// Which records matched lies in no database for all to read.
    public static let holdsHealthValue = true
    public var subscriptionId: RecordID
    /// Counted with `SubscriptionNotified`.
    public var version: Int
    /// Whose record it is.
    public var patientId: UserID
    public var subscriberId: UserID
    /// The app by which they subscribed: no other's webhook is told.
    public var clientId: String
    /// SHA-256 of the address, in hexadecimal digits: what it is, Webhooks knows of that app.
    public var addressDigest: String
    public var notice: SubscriptionNotice
    /// Of the last change so far; 0 before the first.
    public var eventNumber: Int
    /// A Bundle of FHIR, in JSON, as it is sent: ids, numbers and times.
    public var notification: String
    public var notifiedAt: Date
    public var subject: UUID { subscriptionId.uuid }

    public init(
        subscriptionId: RecordID, version: Int, patientId: UserID, subscriberId: UserID, clientId: String, addressDigest: String, notice: SubscriptionNotice,
        eventNumber: Int, notification: String, notifiedAt: Date
    ) {
        self.subscriptionId = subscriptionId
        self.version = version
        self.patientId = patientId
        self.subscriberId = subscriberId
        self.clientId = clientId
        self.addressDigest = addressDigest
        self.notice = notice
        self.eventNumber = eventNumber
        self.notification = notification
        self.notifiedAt = notifiedAt
    }
}

/// How an address stands that somebody subscribed for.
public enum SubscriptionHookState: String, Codable, Sendable, CaseIterable {
    /// The first notification came through.
    case active
    /// Its app has no such webhook, or the webhook's receiver took nothing for so long that it was given up.
    case error
}

/// What became of a subscription's notifications at an app's address. The subject is the subscription's record.
public struct SubscriptionHookChanged: CareEvent {
    public static let type = "care.subscription-hooks.changed.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.subscriptionHooks
    public var subscriptionId: RecordID
    public var version: Int
    /// The version of the notification, among the subscription's events, that it is about.
    public var notificationVersion: Int
    public var hookState: SubscriptionHookState
    public var changedAt: Date
    public var subject: UUID { subscriptionId.uuid }

    public init(subscriptionId: RecordID, version: Int, notificationVersion: Int, hookState: SubscriptionHookState, changedAt: Date) {
        self.subscriptionId = subscriptionId
        self.version = version
        self.notificationVersion = notificationVersion
        self.hookState = hookState
        self.changedAt = changedAt
    }
}

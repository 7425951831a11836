import CareModels
import Foundation
import Outbox
import Postgres

/// Tells who subscribed to changes of a health record: one notification for each subscription, which says how far it is, and an entry of the feed each time. What
/// comes late is passed over, since the notification says more by then. That it began, or still goes on, asks nobody to look.
struct TellSubscriber: Sendable {
    /// Of one user, far more than anybody follows at a time. Whoever subscribes again and again, each time to something new, leaves no rows without end.
    static let most = 10_000

    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ event: SubscriptionNotified, _ tx: Transaction) async throws -> StreamNews {
        let user = event.subscriberId
        try await tx.admit(user, as: event.role, in: .people)
        guard try await tx.lockPeople([user])[user]?.isErased == false else { return StreamNews() }
        let now = now()
        let details = NotificationDetails(subscriptionId: event.subscriptionId, patientId: event.patientId, eventNumber: event.eventNumber)
        let isNews = event.notice == .change
        let id: NotificationID
        if var known = try await tx.lockNotification(of: user, ofSubscription: event.subscriptionId) {
            guard event.version > known.subjectVersion ?? 0 else { return StreamNews() }
            let isFurther = event.eventNumber > known.details.eventNumber ?? 0
            known.subjectVersion = event.version
            known.details = details
            // A change of which the notice was missed is one all the same.
            // It came just now: whoever has read all that had come before has not read this.
            if isNews || isFurther { (known.readAt, known.createdAt) = (nil, max(known.createdAt, now)) }
            try await tx.renew(known)
            id = known.id
        } else {
            id = NotificationID(newID())
            try await tx.insert(
                NotificationRecord(
                    id: id, userId: user, kind: .subscription, subjectId: event.subscriptionId.uuid, subjectVersion: event.version, details: details,
                    createdAt: now, readAt: event.eventNumber > 0 ? nil : now))
            try await tx.forgetNotificationsOfSubscriptions(of: user, beyond: Self.most)
        }
        try await tx.ensureFeeds([user])
        return try await Publish(now: now)([FeedDraft(user: user, kind: .notification, notificationId: id)], tx)
    }
}

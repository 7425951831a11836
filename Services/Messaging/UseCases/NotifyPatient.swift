import CareModels
import Foundation
import Outbox
import Postgres

/// A notification to one person, as a row and an entry of their feed; one of a kind about a subject, however often and in whatever
/// order its events come.
struct NotifyPatient: Sendable {
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// - Parameter answeredAt: What it asks was answered before it came.
    func callAsFunction(
        _ kind: NotificationKind, subject: UUID, _ details: NotificationDetails, patient: UserID, answeredAt: Date? = nil, _ tx: Transaction
    ) async throws -> StreamNews {
        try await tx.admit(patient, as: .patient, in: .people)
        guard try await tx.lockPeople([patient])[patient]?.isErased == false else { return StreamNews() }
        guard try await !tx.isTold(patient, kind, of: subject) else { return StreamNews() }
        let now = now()
        let notification = NotificationRecord(
            id: NotificationID(newID()), userId: patient, kind: kind, subjectId: subject, details: details, createdAt: now,
            readAt: answeredAt, answeredAt: answeredAt)
        try await tx.insert(notification)
        try await tx.ensureFeeds([patient])
        return try await Publish(now: now)([FeedDraft(user: patient, kind: .notification, notificationId: notification.id)], tx)
    }
}

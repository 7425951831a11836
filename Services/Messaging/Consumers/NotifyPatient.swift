import CareModels
import Foundation
import Postgres

/// A notification to one person, as a row and an entry of their feed; one of a kind about a subject, however often and in whatever
/// order its events come.
struct NotifyPatient: Sendable {
    let dependencies: Dependencies

    /// - Parameter answeredAt: What it asks was answered before it came.
    func handle(
        _ kind: NotificationKind, subject: UUID, _ details: NotificationDetails, patient: UserID, answeredAt: Date? = nil, _ tx: Transaction
    ) async throws {
        try await tx.admit(patient, as: .patient)
        guard try await tx.lockPeople([patient])[patient]?.isErased == false else { return }
        guard try await !tx.isTold(patient, kind, of: subject) else { return }
        let now = dependencies.now()
        let notification = NotificationRecord(
            id: NotificationID(dependencies.newID()), userId: patient, kind: kind, subjectId: subject, details: details, createdAt: now,
            readAt: answeredAt, answeredAt: answeredAt)
        try await tx.insert(notification)
        try await tx.ensureFeeds([patient])
        try await tx.publish(
            [FeedDraft(user: patient, kind: .notification, notificationId: notification.id)], now: now, hub: dependencies.hub)
    }
}

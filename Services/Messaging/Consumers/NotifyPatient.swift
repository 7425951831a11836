import CareModels
import CareService
import Foundation
import Postgres

/// A notification to one person, as a row and an entry of their feed.
struct NotifyPatient: Sendable {
    let dependencies: Dependencies

    func handle(_ kind: NotificationKind, subject: UUID, _ details: NotificationDetails, patient: UserID, _ tx: Transaction) async throws {
        try await tx.admit(patient, as: .patient)
        guard try await tx.lockPeople([patient])[patient]?.isErased == false else { return }
        let now = dependencies.now()
        let notification = NotificationRecord(
            id: NotificationID(dependencies.newID()), userId: patient, kind: kind, subjectId: subject, details: details, createdAt: now)
        try await tx.insert(notification)
        try await tx.ensureFeeds([patient])
        try await tx.publish(
            [FeedDraft(user: patient, kind: .notification, notificationId: notification.id)], now: now, hub: dependencies.hub)
    }
}

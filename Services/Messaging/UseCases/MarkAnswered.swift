import CareModels
import Foundation
import Postgres

/// A patient answered what an alert asked them. When its question has not come, or was answered before, the first is kept as answered, so that it
/// never asks.
struct MarkAnswered: Sendable {
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ alert: AlertID, of patient: UserID, at answeredAt: Date, _ tx: Transaction) async throws -> StreamNews {
        let changed = try await tx.markAnswered(alert.uuid, of: patient, at: answeredAt)
        guard !changed.isEmpty else {
            return try await NotifyPatient(now: now, newID: newID)(
                .alert, subject: alert.uuid, NotificationDetails(alertId: alert), patient: patient, answeredAt: answeredAt, tx)
        }
        return try await Publish(now: now())(FeedDraft.notifications(changed, of: patient), tx)
    }
}

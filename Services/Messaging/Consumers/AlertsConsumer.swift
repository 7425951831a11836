import CareModels
import Outbox

/// What HealthMonitor asks its patients: `care.alerts.v1`.
enum AlertsConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        let notify = NotifyPatient(dependencies: dependencies)
        return Consumer(
            "alerts", topic: .alerts,
            [
                .on(AlertRaised.self) { event, _, tx in
                    try await notify.handle(
                        .alert, subject: event.alertId.uuid, NotificationDetails(alertId: event.alertId), patient: event.patientId, tx)
                },
                .on(AlertAnswered.self) { event, _, tx in
                    let changed = try await tx.markAnswered(event.alertId.uuid, of: event.patientId, at: event.answeredAt)
                    // Its question has not come, or was answered before: the first is kept as answered, so that it never asks.
                    guard !changed.isEmpty else {
                        return try await notify.handle(
                            .alert, subject: event.alertId.uuid, NotificationDetails(alertId: event.alertId), patient: event.patientId,
                            answeredAt: event.answeredAt, tx)
                    }
                    let drafts = changed.map { FeedDraft(user: event.patientId, kind: .notification, notificationId: $0) }
                    try await tx.publish(drafts, now: dependencies.now(), hub: dependencies.hub)
                }
            ])
    }
}

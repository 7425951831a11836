import CareModels
import Outbox

/// What HealthMonitor asks its patients: `care.alerts.v1`.
enum AlertsConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        Consumer(
            "alerts", topic: .alerts,
            [
                .on(AlertRaised.self) { event, _, tx in try await OnAlertRaised(dependencies: dependencies).handle(event, tx) },
                .on(AlertAnswered.self) { event, _, tx in try await OnAlertAnswered(dependencies: dependencies).handle(event, tx) }
            ])
    }
}

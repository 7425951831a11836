import CareService

/// HealthMonitor's own settings; a patient's are `MonitorSettings`.
struct HealthMonitorSettings: Sendable {
    /// How long it can be seen why an alert was raised or not: `CARE_HEALTH_EVALUATION_RETENTION`.
    var evaluationRetention: Duration = .seconds(90 * 86_400)

    init() {}

    init(_ environment: inout Environment) {
        evaluationRetention = environment.duration("CARE_HEALTH_EVALUATION_RETENTION", default: HealthMonitorSettings().evaluationRetention)
        if evaluationRetention < .seconds(86_400) { environment.fail("CARE_HEALTH_EVALUATION_RETENTION", "must be at least 1d") }
    }
}

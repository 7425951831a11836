import CareService

/// Scheduling's own settings.
struct SchedulingSettings: Sendable {
    /// So long after its end a booked appointment counts as completed: `CARE_SCHEDULING_COMPLETE_AFTER`.
    var completeAfter: Duration = .seconds(12 * 3600)
    /// How often that is looked at: `CARE_SCHEDULING_COMPLETE_EVERY`.
    var completeEvery: Duration = .seconds(60)

    init() {}

    init(_ environment: inout Environment) {
        let defaults = SchedulingSettings()
        completeAfter = environment.duration("CARE_SCHEDULING_COMPLETE_AFTER", default: defaults.completeAfter)
        completeEvery = environment.duration("CARE_SCHEDULING_COMPLETE_EVERY", default: defaults.completeEvery)
        if completeEvery < .seconds(1) { environment.fail("CARE_SCHEDULING_COMPLETE_EVERY", "must be at least 1s") }
    }
}

import CareService

/// Scheduling's own settings.
struct SchedulingSettings: Sendable {
    /// So long after its end a booked appointment counts as completed: `CARE_SCHEDULING_COMPLETE_AFTER`.
    var completeAfter: Duration = .seconds(12 * 3600)
    /// How often that is looked at: `CARE_SCHEDULING_COMPLETE_EVERY`.
    var completeEvery: Duration = .seconds(60)
    /// So many appointments a patient may have ahead, to book one more: `CARE_SCHEDULING_OPEN_BOOKINGS`.
    var mostOpenBookings = 20
    /// So many of the last 365 days and of those ahead are kept of a patient, cancelled ones too, before they book one more: `CARE_SCHEDULING_BOOKINGS_A_YEAR`.
    var mostBookingsAYear = 1000
    /// Bookings, changes and cancellations of a patient's, at once and a minute, of each replica: `CARE_SCHEDULING_CHANGES_A_MINUTE`.
    var changesPerMinute = 240
    /// Those of everybody else's, and changes of a provider's hours: `CARE_SCHEDULING_STAFF_CHANGES_A_MINUTE`. A day may be moved as a whole.
    var staffChangesPerMinute = 1200

    init() {}

    init(_ environment: inout Environment) {
        let defaults = SchedulingSettings()
        completeAfter = environment.duration("CARE_SCHEDULING_COMPLETE_AFTER", default: defaults.completeAfter)
        completeEvery = environment.duration("CARE_SCHEDULING_COMPLETE_EVERY", default: defaults.completeEvery)
        mostOpenBookings = environment.int("CARE_SCHEDULING_OPEN_BOOKINGS", default: defaults.mostOpenBookings, in: 1...100_000)
        mostBookingsAYear = environment.int("CARE_SCHEDULING_BOOKINGS_A_YEAR", default: defaults.mostBookingsAYear, in: 1...10_000_000)
        changesPerMinute = environment.int("CARE_SCHEDULING_CHANGES_A_MINUTE", default: defaults.changesPerMinute, in: 1...1_000_000)
        staffChangesPerMinute = environment.int("CARE_SCHEDULING_STAFF_CHANGES_A_MINUTE", default: defaults.staffChangesPerMinute, in: 1...1_000_000)
        if completeEvery < .seconds(1) { environment.fail("CARE_SCHEDULING_COMPLETE_EVERY", "must be at least 1s") }
    }
}

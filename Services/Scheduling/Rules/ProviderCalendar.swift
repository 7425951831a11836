import CareModels

/// The hours that a provider publishes, and how they may be booked: one value, read and replaced whole.
struct ProviderCalendar: Equatable, Sendable {
    struct WeeklyRule: Hashable, Sendable {
        var weekday: Weekday
        var hours: ClockRange
    }

    /// Takes the place of the weekly rules on one date; no hours at all means closed.
    struct DateOverride: Equatable, Sendable {
        var date: LocalDate
        var hours: [ClockRange]
    }

    /// IANA name. The weekly rules and the overrides are on this zone's wall clocks.
    var timeZone: String
    var weekly: [WeeklyRule] = []
    var overrides: [DateOverride] = []
    /// One-off hours, beside the weekly ones.
    var open: [Interval] = []
    /// One-off absences: they win over everything that is open.
    var busy: [Interval] = []
    var settings = BookingSettings()
    var desk = DeskChoice()
}

/// How a provider's open hours become appointments.
struct BookingSettings: Equatable, Sendable {
    /// Length of an appointment; slots begin every so many minutes from the opening.
    var slotMinutes = 30
    /// Kept free before and after each appointment; they belong to its claim on the provider's time.
    var bufferBeforeMinutes = 0
    var bufferAfterMinutes = 0
    /// A patient books, cancels or reschedules at least so long ahead.
    var minimumNoticeMinutes = 60
    var cancelNoticeMinutes = 0
    var rescheduleNoticeMinutes = 0
    /// A patient books at most so many days ahead.
    var bookingWindowDays = 365
    /// Appointments a day of the provider's zone; nil is no limit.
    var dailyLimit: Int?

    /// What an appointment claims of the provider's time.
    func blocked(by slot: Interval) -> Interval {
        Interval(start: slot.start - bufferBeforeMinutes * 60, end: slot.end + bufferAfterMinutes * 60)
    }
}

import CareModels
import Foundation

/// What decides whether an emergency room is open, and how far away it is: all that a search needs of those that it does not show.
struct ERPlace: Sendable {
    var id: ERID
    var position: Position
    var timeZone: String
    var weekly: WeeklySchedule?
}

/// What the hours of an emergency room say of now.
struct ERMoment: Sendable {
    var id: ERID
    var status: ERStatus
    /// When that changes, in seconds since 1970; nil when not before the end of tomorrow.
    var until: Int?
    /// Of a closed one: when it opens, as far as the hours of every date until then are known.
    var opensAt: Int?
    /// By its own calendar.
    var today: LocalDate
    /// Of today, its own or the week's, when they are known.
    var schedule: DaySchedule?
    /// From where the search was made.
    var kilometres: Double?

    init(_ place: ERPlace, _ schedules: [DaySchedule], _ clock: ZoneClock, from position: Position?) {
        let today = clock.today
        let days = Self.days(schedules, place.weekly, clock)
        id = place.id
        self.today = today
        status = ERStatus.now(clock, days)
        let next = ERStatus.next(clock, days)
        until = next?.at
        opensAt = Self.opening(status, next)
        let todays = DaySchedule(on: today, of: place.id, written: schedules.first { $0.date == today }, place.weekly)
        schedule = todays.hours == nil ? nil : todays
        kilometres = position?.kilometres(to: place.position)
    }

    /// See `EvaluatedER.lookAhead`.
    mutating func lookAhead(_ schedules: [DaySchedule], _ weekly: WeeklySchedule?, _ clock: ZoneClock) {
        opensAt = Self.opening(status, ERStatus.next(clock, Self.days(schedules, weekly, clock)))
    }

    private static func days(_ schedules: [DaySchedule], _ weekly: WeeklySchedule?, _ clock: ZoneClock) -> ERStatus.Days {
        var days: ERStatus.Days = [:]
        if let weekly { for date in clock.today.advanced(by: -1)...clock.last { days[date] = weekly[date] } }
        for schedule in schedules where schedule.hours != nil { days[schedule.date] = schedule.hours }
        return days
    }

    /// A closed one that is not known to stay so may be open before any later opening: call ahead.
    private static func opening(_ status: ERStatus, _ next: ERStatus.Change?) -> Int? { status == .closed && next?.to == .open ? next?.at : nil }
}

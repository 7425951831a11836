import CareModels
import Foundation

/// An emergency room with what its hours say of now.
struct EvaluatedER: Sendable {
    var record: ERRecord
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

    init(_ record: ERRecord, _ schedules: [DaySchedule], _ clock: ZoneClock, from position: Position?) {
        let today = clock.today
        let weekly = WeeklySchedule(record.details)
        let days = Self.days(schedules, weekly, clock)
        self.record = record
        self.today = today
        status = ERStatus.now(clock, days)
        let next = ERStatus.next(clock, days)
        until = next?.at
        opensAt = Self.opening(status, next)
        let todays = DaySchedule(on: today, of: record.id, written: schedules.first { $0.date == today }, weekly)
        schedule = todays.hours == nil ? nil : todays
        kilometres = position?.kilometres(to: record.details.position)
    }

    /// It stays closed longer than its hours were read for.
    var isClosedForLong: Bool { status == .closed && until == nil }

    /// Looks for its opening on later dates, by the hours from yesterday to the clock's last date.
    mutating func lookAhead(_ schedules: [DaySchedule], _ clock: ZoneClock) {
        opensAt = Self.opening(status, ERStatus.next(clock, Self.days(schedules, WeeklySchedule(record.details), clock)))
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

/// What is answered to "where is the nearest": open ones, those of which nobody knows, and closed ones in the place of open ones that are missing.
struct NearestERs: Sendable {
    var nearestOpen: EvaluatedER?
    var otherOpen: [EvaluatedER]
    var possiblyClosed: [EvaluatedER]
    var closed: [EvaluatedER]

    var all: [EvaluatedER] { (nearestOpen.map { [$0] } ?? []) + otherOpen + possiblyClosed + closed }

    /// At most `limit` open ones and closed ones in all, and as many possibly closed ones, each nearest first.
    init(_ all: [EvaluatedER], limit: Int) {
        // Places in `all`: an emergency room is large to move about.
        let sorted = all.indices.sorted { one, other in
            let distances = (all[one].kilometres ?? 0, all[other].kilometres ?? 0)
            return distances.0 == distances.1 ? all[one].record.id < all[other].record.id : distances.0 < distances.1
        }
        func first(_ status: ERStatus, _ most: Int) -> [EvaluatedER] { sorted.lazy.filter { all[$0].status == status }.prefix(most).map { all[$0] } }
        let open = first(.open, limit)
        nearestOpen = open.first
        otherOpen = Array(open.dropFirst())
        possiblyClosed = first(.unknown, limit)
        closed = first(.closed, limit - open.count)
    }
}

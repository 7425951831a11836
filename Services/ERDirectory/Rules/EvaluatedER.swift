import CareModels
import Foundation

/// An emergency room with what its hours say of now.
struct EvaluatedER: Sendable {
    var record: ERRecord
    var status: ERStatus
    /// When that changes, in seconds since 1970; nil when not before the end of tomorrow.
    var until: Int?
    /// By its own calendar.
    var today: LocalDate
    /// Of today, when they are known.
    var schedule: DaySchedule?
    /// From where the search was made.
    var kilometres: Double?

    init(_ record: ERRecord, _ schedules: [DaySchedule], _ clock: ZoneClock, from position: Position?) {
        var days: ERStatus.Days = [:]
        for schedule in schedules { days[schedule.date] = schedule.hours }
        let today = clock.today
        self.record = record
        self.today = today
        status = ERStatus.now(clock, days)
        until = ERStatus.until(clock, days)
        schedule = schedules.first { $0.date == today }
        kilometres = position?.kilometres(to: record.details.position)
    }
}

/// What is answered to "where is the nearest": open ones, and those of which nobody knows. Closed ones are left out.
struct NearestERs: Sendable {
    var nearestOpen: EvaluatedER?
    var otherOpen: [EvaluatedER]
    var possiblyClosed: [EvaluatedER]

    /// At most `limit` open ones in all, and as many possibly closed ones, each nearest first.
    init(_ all: [EvaluatedER], limit: Int) {
        // Places in `all`: an emergency room is large to move about.
        let sorted = all.indices.sorted { one, other in
            let distances = (all[one].kilometres ?? 0, all[other].kilometres ?? 0)
            return distances.0 == distances.1 ? all[one].record.id < all[other].record.id : distances.0 < distances.1
        }
        func first(_ status: ERStatus) -> [EvaluatedER] { sorted.lazy.filter { all[$0].status == status }.prefix(limit).map { all[$0] } }
        let open = first(.open)
        nearestOpen = open.first
        otherOpen = Array(open.dropFirst())
        possiblyClosed = first(.unknown)
    }
}

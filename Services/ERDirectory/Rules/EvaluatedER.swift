import CareModels
import Foundation

/// An emergency room with what its hours say of now.
struct EvaluatedER: Sendable {
    var record: ERRecord
    private var moment: ERMoment

    var status: ERStatus { moment.status }
    var until: Int? { moment.until }
    var opensAt: Int? { moment.opensAt }
    var today: LocalDate { moment.today }
    var schedule: DaySchedule? { moment.schedule }
    var kilometres: Double? { moment.kilometres }

    init(_ record: ERRecord, _ moment: ERMoment) {
        self.record = record
        self.moment = moment
    }

    /// It stays closed longer than its hours were read for.
    var isClosedForLong: Bool { status == .closed && until == nil }

    /// Looks for its opening on later dates, by the hours from yesterday to the clock's last date.
    mutating func lookAhead(_ schedules: [DaySchedule], _ clock: ZoneClock) {
        moment.lookAhead(schedules, WeeklySchedule(record.details), clock)
    }
}

/// What is answered to "where is the nearest": open ones, those of which nobody knows, and closed ones in the place of open ones that are missing.
struct NearestERs: Sendable {
    var nearestOpen: EvaluatedER?
    var otherOpen: [EvaluatedER]
    var possiblyClosed: [EvaluatedER]
    var closed: [EvaluatedER]

    var all: [EvaluatedER] { (nearestOpen.map { [$0] } ?? []) + otherOpen + possiblyClosed + closed }

    /// At most `limit` open ones and closed ones in all, and as many possibly closed ones, each nearest first. `whole` is asked for those alone.
    init(_ all: [ERMoment], limit: Int, whole: (Int) throws -> EvaluatedER) throws {
        let sorted = all.indices.sorted { one, other in
            let distances = (all[one].kilometres ?? 0, all[other].kilometres ?? 0)
            return distances.0 == distances.1 ? all[one].id < all[other].id : distances.0 < distances.1
        }
        func first(_ status: ERStatus, _ most: Int) -> ArraySlice<Int> { sorted.filter { all[$0].status == status }.prefix(most) }
        let open = try first(.open, limit).map(whole)
        nearestOpen = open.first
        otherOpen = Array(open.dropFirst())
        possiblyClosed = try first(.unknown, limit).map(whole)
        closed = try first(.closed, limit - open.count).map(whole)
    }
}

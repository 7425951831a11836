import CareModels
import Foundation

/// What the same hours on some dates change: those dates that have other ones, as they were and as they become.
struct ScheduleChange: Sendable {
    private(set) var before: [DaySchedule] = []
    private(set) var after: [DaySchedule] = []

    /// - Parameters:
    ///   - hours: nil when they are not known any more.
    ///   - written: what was written for the dates, as far as anything was.
    init(to hours: OpeningHours?, on dates: [LocalDate], of er: ERID, _ written: [DaySchedule], now: Date) {
        let byDate = Dictionary(written.map { ($0.date, $0) }, uniquingKeysWith: { _, later in later })
        for date in dates {
            let current = byDate[date] ?? DaySchedule(unwritten: date, of: er)
            guard current.hours != hours else { continue }
            before.append(current)
            after.append(DaySchedule(erID: er, date: date, version: current.version + 1, position: 0, hours: hours, updatedAt: now))
        }
    }

    /// Their places in the feed, one behind the other.
    mutating func place(from position: Int) {
        for index in after.indices { after[index].position = position + index }
    }
}

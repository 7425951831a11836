import CareModels
import Foundation

/// An emergency room as the directory keeps it.
struct ERRecord: Equatable, Sendable {
    var id: ERID
    /// Counts the changes of the details.
    var version: Int
    /// Counts the changes of the hours.
    var scheduleVersion: Int
    /// Of the last change of the details, in the feed of changes.
    var position: Int
    var details: ERDetails
    var source: SourceRow?
    var createdAt: Date
    var updatedAt: Date
    var removedAt: Date?

    /// A row of a source that it was imported from.
    struct SourceRow: Hashable, Sendable {
        var source: String
        var id: String
    }
}

extension ERRecord {
    /// One that is new. Its place in the feed is drawn when it is written.
    init(entering details: ERDetails, from source: SourceRow? = nil, id: ERID, now: Date) {
        self.init(id: id, version: 1, scheduleVersion: 0, position: 0, details: details, source: source, createdAt: now, updatedAt: now)
    }

    /// Its next version.
    func changed(to details: ERDetails, now: Date) -> ERRecord {
        var next = self
        next.details = details
        next.version += 1
        next.updatedAt = now
        return next
    }
}

/// What is known of one date's hours. Version 0: nothing was ever written.
struct DaySchedule: Equatable, Sendable {
    var erID: ERID
    var date: LocalDate
    var version: Int
    var position: Int
    /// Nil: not known (any more).
    var hours: OpeningHours?
    var updatedAt: Date?
    /// The hours are the week's, not its own.
    var isWeekly = false
}

extension DaySchedule {
    /// A date of which nothing was ever written.
    init(unwritten date: LocalDate, of er: ERID) { self.init(erID: er, date: date, version: 0, position: 0, hours: nil, updatedAt: nil) }
}

import Foundation

/// An emergency room's hours on some dates changed. The subject is the emergency room, the version counts the changes of its hours.
public struct ERScheduleChanged: CareEvent {
    public static let type = "care.er-schedules.changed.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.erSchedules

    /// The hours of one date, on the emergency room's own clocks.
    public struct Day: Codable, Equatable, Sendable {
        /// Such as `2026-03-08`.
        public var date: String
        /// Absent: not known any more. Empty: closed. A whole day is 00:00 to 24:00; an end at or before its start is on the next day.
        public var intervals: [Hours]?
        /// The former name of `intervals`, which says the same; all that an event of 1.x has.
        public var hours: [Hours]?

        public init(date: String, intervals: [Hours]?) {
            self.date = date
            self.intervals = intervals
            hours = intervals
        }
    }

    public struct Hours: Codable, Equatable, Sendable {
        public var start: String
        public var end: String

        public init(start: String, end: String) {
            self.start = start
            self.end = end
        }
    }

    public var erId: ERID
    public var version: Int
    public var days: [Day]
    public var changedAt: Date
    public var subject: UUID { erId.uuid }

    public init(erId: ERID, version: Int, days: [Day], changedAt: Date) {
        self.erId = erId
        self.version = version
        self.days = days
        self.changedAt = changedAt
    }
}

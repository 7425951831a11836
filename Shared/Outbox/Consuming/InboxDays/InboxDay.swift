import CareModels
import Foundation

/// A day in UTC, and the table of the ids of version 7 that were made then.
struct InboxDay: Hashable, Comparable, Sendable {
    private static let seconds = 86_400.0

    let begin: Date

    init(holding instant: Date) {
        begin = Date(timeIntervalSince1970: (instant.timeIntervalSince1970 / Self.seconds).rounded(.down) * Self.seconds)
    }

    /// Nil for what is no such table.
    init?(table: String) {
        let digits = table.dropFirst(Self.prefix.count)
        guard table.hasPrefix(Self.prefix), digits.utf8.count == 8 else { return nil }
        let (year, month, day) = (digits.prefix(4), digits.dropFirst(4).prefix(2), digits.suffix(2))
        guard let begin = RFC3339.parse("\(year)-\(month)-\(day)T00:00:00Z") else { return nil }
        self.init(holding: begin)
    }

    private static let prefix = "inbox_day_"

    /// `inbox_day_20261129`.
    var table: String { Self.prefix + RFC3339.format(begin).prefix(10).filter { $0 != "-" } }

    var end: Date { begin.addingTimeInterval(Self.seconds) }
    var next: InboxDay { InboxDay(holding: end) }

    /// Not above any UUID of version 7 of this day, and above all of those of the day before.
    var lowest: UUID {
        let milliseconds = UInt64(begin.timeIntervalSince1970 * 1000)
        func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * index)) }
        return UUID(uuid: (byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }

    static func < (one: InboxDay, other: InboxDay) -> Bool { one.begin < other.begin }
}

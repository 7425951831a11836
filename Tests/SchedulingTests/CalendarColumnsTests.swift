import Foundation
import Postgres
import Testing

@testable import SchedulingService

@Suite struct CalendarColumnsTests {
    @Test func whatIsWrittenIsRead() throws {
        let rules = [try weekly(.monday, "09:00", "24:00"), try weekly(.sunday, "22:00", "02:00")]
        #expect(try CalendarColumns.weekly(CalendarColumns.weekly(rules)) == rules)
        let overrides = [
            try override("2026-07-01", []), try override("2026-07-02", [("00:00", "01:00"), ("13:00", "14:00")]), try override("2026-07-03", [])
        ]
        #expect(CalendarColumns.overrides(CalendarColumns.overrides(overrides)) == overrides)
        let intervals = [Interval(start: 1, end: 2), Interval(start: 5, end: 9)]
        #expect(CalendarColumns.intervals(CalendarColumns.intervals(intervals)) == intervals)
    }

    @Test func aNumberThatIsUnknownIsAnError() {
        #expect(throws: PostgresDecodingError.self) { try CalendarColumns.weekly([0, 540, 600, 7, 540, 600]) }
        #expect(throws: PostgresDecodingError.self) { try CalendarColumns.intervalIDs([UUID()], [2, 10, 20]) }
    }
}

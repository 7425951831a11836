import CareModels
import Foundation
import JSON
import Testing

@Suite struct CalendarTests {
    @Test(arguments: ["0000-01-01", "1969-12-31", "1970-01-01", "2024-02-29", "2026-02-28", "2026-12-31", "9999-12-31"]) func dates(_ text: String) throws {
        let date = try #require(LocalDate(text))
        #expect(date.description == text)
        #expect(try CareJSON.decode([LocalDate].self, from: CareJSON.encode([date])) == [date])
    }

    @Test(arguments: ["2026-02-29", "2026-13-01", "2026-01-00", "26-01-01", "2026-1-1", "2026-2-08", "2026/01/01", "2026-01-0１", "x", ""])
    func noDates(_ text: String) { #expect(LocalDate(text) == nil) }

    @Test func datesOfSomeYears() {
        #expect(LocalDate("1969-12-31", years: 1970...2199) == nil && LocalDate("2200-01-01", years: 1970...2199) == nil)
        #expect(LocalDate("1970-01-01", years: 1970...2199) == LocalDate(daysSince1970: 0))
    }

    @Test(arguments: [("1969-12-28", Weekday.sunday), ("1970-01-01", .thursday), ("2026-07-01", .wednesday), ("2026-07-05", .sunday), ("2026-07-06", .monday)])
    func weekdays(_ text: String, _ weekday: Weekday) throws {
        let date = try #require(LocalDate(text))
        #expect(date.weekday == weekday && date.weekdayIndex == weekday.index && Weekday(index: weekday.index) == weekday)
    }

    @Test func datesAreCounted() throws {
        #expect([-86_401, -86_400, -1, 0, 86_399, 86_400].map { LocalDate(localSeconds: $0).daysSince1970 } == [-2, -1, -1, 0, 0, 1])
        let (first, last) = (try #require(LocalDate("2026-02-27")), try #require(LocalDate("2026-03-02")))
        #expect((first...last).map(\.description) == ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"])
        #expect(first.distance(to: last) == 3 && LocalDate(localSeconds: last.localSeconds) == last)
    }

    @Test(arguments: [("00:00", 0), ("14:05", 845), ("23:59", 1439), ("24:00", 1440)]) func clockTimes(_ text: String, _ minutes: Int) throws {
        #expect(ClockTime(text)?.minutes == minutes)
        #expect(ClockTime(minutes: minutes).description == text)
        #expect(try CareJSON.encode([ClockTime(minutes: minutes)]) == Data("[\"\(text)\"]".utf8))
    }

    @Test(arguments: ["", "14", "14:5", "1:30", "24:01", "25:00", "12:60", "-1:00", "12:00:00", "１２:００"]) func noClockTimes(_ text: String) {
        #expect(ClockTime(text) == nil)
    }

    @Test func wallClocksBefore1970() throws {
        let zone = try #require(Zone("America/Winnipeg"))
        let time = LocalTime(try #require(RFC3339.parse("1969-12-31T23:00:00Z")), in: zone)
        #expect(time.date.description == "1969-12-31" && time.clock == "17:00")
    }

    @Test func whatIsExpectedIsSaid() throws {
        #expect {
            _ = try CareJSON.decode([LocalDate].self, from: Data(#"["2026-02-30"]"#.utf8))
        } throws: { error in
            guard case DecodingError.dataCorrupted(let context)? = error as? DecodingError else { return false }
            return context.debugDescription == "expected a date, such as 2026-03-08"
        }
    }
}

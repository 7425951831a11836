import CareModels
import Foundation
import Testing

@testable import HealthMonitorService

@Suite struct DailyAveragesTests {
    @Test func daysAreThoseOfTheZone() throws {
        let heartRates = [
            try heartRate("2026-07-02T04:59:59Z", 60),  // 23:59:59 on the 1st in Winnipeg
            try heartRate("2026-07-02T05:00:00Z", 70), try heartRate("2026-07-03T04:00:00Z", 73)
        ]
        let winnipeg = DailyAverages.week(of: heartRates, endingOn: try date("2026-07-02"), in: try zone("America/Winnipeg"))
        #expect(winnipeg.map(\.date.description) == (26...30).map { "2026-06-\($0)" } + ["2026-07-01", "2026-07-02"])
        #expect(winnipeg.map(\.average) == [nil, nil, nil, nil, nil, 60, 71.5])
        #expect(winnipeg.map(\.count) == [0, 0, 0, 0, 0, 1, 2])
        let tokyo = DailyAverages.week(of: heartRates, endingOn: try date("2026-07-03"), in: try zone("Asia/Tokyo"))
        #expect(tokyo.suffix(2).map(\.average) == [65, 73])
    }

    @Test func whatIsOlderThanTheWeekDoesNotCount() throws {
        let heartRates = [try heartRate("2026-06-25T12:00:00Z", 100), try heartRate("2026-06-26T12:00:00Z", 60)]
        let week = DailyAverages.week(of: heartRates, endingOn: try date("2026-07-02"), in: .utc)
        #expect(try week.first == DailyAverages.Day(date: date("2026-06-26"), average: 60, count: 1))
        #expect(DailyAverages.average(of: week) == 60)
    }

    /// 25 hours long: both 01:30 of 2025-11-02 are of that day.
    @Test func aLongDayIsOneDay() throws {
        let heartRates = [try heartRate("2025-11-02T05:00:00Z", 60), try heartRate("2025-11-02T06:30:00Z", 62), try heartRate("2025-11-03T05:59:59Z", 64)]
        let week = DailyAverages.week(of: heartRates, endingOn: try date("2025-11-02"), in: try zone("America/Winnipeg"))
        #expect(try week.last == DailyAverages.Day(date: date("2025-11-02"), average: 62, count: 3))
    }

    @Test func daysCountAlikeInTheAverage() throws {
        let many = try (0..<9).map { try heartRate("2026-07-02T0\($0):00:00Z", 60) }
        let week = DailyAverages.week(of: many + [try heartRate("2026-07-01T12:00:00Z", 70.3)], endingOn: try date("2026-07-02"), in: .utc)
        #expect(DailyAverages.average(of: week) == 65.2)
        #expect(try DailyAverages.average(of: DailyAverages.week(of: [], endingOn: date("2026-07-02"), in: .utc)) == nil)
    }
}

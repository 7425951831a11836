import CareModels
import Foundation
import Testing

@testable import SchedulingService

@Suite struct WallClockHoursTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var zone: String
        var date: String
        var hours: (start: String, end: String)
        var expected: [String]
        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "spring gap: hours that begin in it begin after it", zone: "America/Winnipeg", date: "2026-03-08", hours: ("02:30", "05:00"),
            expected: ["2026-03-08T08:00:00Z/2026-03-08T10:00:00Z"]),
        Case(
            name: "spring gap: hours that end in it end before it", zone: "America/Winnipeg", date: "2026-03-08", hours: ("01:00", "02:30"),
            expected: ["2026-03-08T07:00:00Z/2026-03-08T08:00:00Z"]),
        Case(name: "spring gap: hours inside it are none", zone: "America/Winnipeg", date: "2026-03-08", hours: ("02:15", "02:45"), expected: []),
        Case(
            name: "spring gap: overnight into it", zone: "America/Winnipeg", date: "2026-03-07", hours: ("22:00", "02:00"),
            expected: ["2026-03-08T04:00:00Z/2026-03-08T08:00:00Z"]),
        Case(
            name: "spring: the day has 23 hours", zone: "America/Winnipeg", date: "2026-03-08", hours: ("00:00", "24:00"),
            expected: ["2026-03-08T06:00:00Z/2026-03-09T05:00:00Z"]),
        Case(
            name: "fall fold: hours that come twice are open twice", zone: "America/Winnipeg", date: "2025-11-02", hours: ("01:30", "01:45"),
            expected: ["2025-11-02T06:30:00Z/2025-11-02T06:45:00Z", "2025-11-02T07:30:00Z/2025-11-02T07:45:00Z"]),
        Case(
            name: "fall fold: hours across it last an hour longer", zone: "America/Winnipeg", date: "2025-11-02", hours: ("00:30", "03:00"),
            expected: ["2025-11-02T05:30:00Z/2025-11-02T09:00:00Z"]),
        Case(
            name: "fall: the day has 25 hours", zone: "America/Winnipeg", date: "2025-11-02", hours: ("00:00", "24:00"),
            expected: ["2025-11-02T05:00:00Z/2025-11-03T06:00:00Z"]),
        Case(
            name: "fall: overnight out of it", zone: "America/Winnipeg", date: "2025-11-01", hours: ("22:00", "02:00"),
            expected: ["2025-11-02T03:00:00Z/2025-11-02T08:00:00Z"]),
        Case(
            name: "a plain summer day", zone: "America/Winnipeg", date: "2026-07-01", hours: ("09:00", "17:00"),
            expected: ["2026-07-01T14:00:00Z/2026-07-01T22:00:00Z"]),
        Case(
            name: "a zone without daylight saving", zone: "Asia/Tokyo", date: "2026-03-08", hours: ("02:30", "03:00"),
            expected: ["2026-03-07T17:30:00Z/2026-03-07T18:00:00Z"]),
        Case(
            name: "Lord Howe: the gap is half an hour", zone: "Australia/Lord_Howe", date: "2026-10-04", hours: ("01:30", "03:00"),
            expected: ["2026-10-03T15:00:00Z/2026-10-03T16:00:00Z"]),
        Case(
            name: "Lord Howe: the fold is half an hour", zone: "Australia/Lord_Howe", date: "2026-04-05", hours: ("01:00", "02:00"),
            expected: ["2026-04-04T14:00:00Z/2026-04-04T15:30:00Z"]),
        Case(name: "Samoa: the day that was skipped", zone: "Pacific/Apia", date: "2011-12-30", hours: ("09:00", "17:00"), expected: [])
    ]

    @Test(arguments: cases) func wallClockHours(_ each: Case) throws {
        let zone = try #require(Zone(each.zone))
        let date = try #require(LocalDate(each.date))
        let noon = date.localSeconds + 43_200
        let offsets = UTCOffsets(zone: zone, from: noon - FreeSlots.margin, to: noon + FreeSlots.margin)
        #expect(try offsets.instants(on: date, clockRange(each.hours.start, each.hours.end)).map(text) == each.expected)
    }
}

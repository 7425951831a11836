import CareModels
import Foundation
import Testing

@testable import SchedulingService

@Suite struct UTCOffsetsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var zone: String
        var date: String
        var hours: (start: String, end: String)
        var expected: [String]
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "spring gap: hours that begin in it begin after it", zone: "America/Winnipeg", date: "2026-03-08", hours: ("02:30", "05:00"),
             expected: ["2026-03-08T08:00:00Z/2026-03-08T10:00:00Z"]),
        Case(name: "spring gap: hours that end in it end before it", zone: "America/Winnipeg", date: "2026-03-08", hours: ("01:00", "02:30"),
             expected: ["2026-03-08T07:00:00Z/2026-03-08T08:00:00Z"]),
        Case(name: "spring gap: hours inside it are none", zone: "America/Winnipeg", date: "2026-03-08", hours: ("02:15", "02:45"), expected: []),
        Case(name: "spring gap: overnight into it", zone: "America/Winnipeg", date: "2026-03-07", hours: ("22:00", "02:00"),
             expected: ["2026-03-08T04:00:00Z/2026-03-08T08:00:00Z"]),
        Case(name: "spring: the day has 23 hours", zone: "America/Winnipeg", date: "2026-03-08", hours: ("00:00", "24:00"),
             expected: ["2026-03-08T06:00:00Z/2026-03-09T05:00:00Z"]),
        Case(name: "fall fold: hours that come twice are open twice", zone: "America/Winnipeg", date: "2026-11-01", hours: ("01:30", "01:45"),
             expected: ["2026-11-01T06:30:00Z/2026-11-01T06:45:00Z", "2026-11-01T07:30:00Z/2026-11-01T07:45:00Z"]),
        Case(name: "fall fold: hours across it last an hour longer", zone: "America/Winnipeg", date: "2026-11-01", hours: ("00:30", "03:00"),
             expected: ["2026-11-01T05:30:00Z/2026-11-01T09:00:00Z"]),
        Case(name: "fall: the day has 25 hours", zone: "America/Winnipeg", date: "2026-11-01", hours: ("00:00", "24:00"),
             expected: ["2026-11-01T05:00:00Z/2026-11-02T06:00:00Z"]),
        Case(name: "fall: overnight out of it", zone: "America/Winnipeg", date: "2026-10-31", hours: ("22:00", "02:00"),
             expected: ["2026-11-01T03:00:00Z/2026-11-01T08:00:00Z"]),
        Case(name: "a plain summer day", zone: "America/Winnipeg", date: "2026-07-01", hours: ("09:00", "17:00"),
             expected: ["2026-07-01T14:00:00Z/2026-07-01T22:00:00Z"]),
        Case(name: "a zone without daylight saving", zone: "Asia/Tokyo", date: "2026-03-08", hours: ("02:30", "03:00"),
             expected: ["2026-03-07T17:30:00Z/2026-03-07T18:00:00Z"]),
        Case(name: "Lord Howe: the gap is half an hour", zone: "Australia/Lord_Howe", date: "2026-10-04", hours: ("01:30", "03:00"),
             expected: ["2026-10-03T15:00:00Z/2026-10-03T16:00:00Z"]),
        Case(name: "Lord Howe: the fold is half an hour", zone: "Australia/Lord_Howe", date: "2026-04-05", hours: ("01:00", "02:00"),
             expected: ["2026-04-04T14:00:00Z/2026-04-04T15:30:00Z"]),
        Case(name: "Samoa: the day that was skipped", zone: "Pacific/Apia", date: "2011-12-30", hours: ("09:00", "17:00"), expected: []),
    ]

    @Test(arguments: cases) func wallClockHours(_ each: Case) throws {
        let zone = try #require(TimeZone(identifier: each.zone))
        let day = try #require(CivilDate.parse(each.date))
        let hours = try ClockRange(start: #require(ClockRange.parse(each.hours.start)), end: #require(ClockRange.parse(each.hours.end)))
        let noon = day * UTCOffsets.secondsPerDay + 43_200
        let offsets = UTCOffsets(zone: zone, from: noon - FreeSlots.margin, to: noon + FreeSlots.margin)
        #expect(offsets.instants(on: day, hours).map(text) == each.expected)
    }

    /// The same answer as asking the zone at every minute of a year.
    @Test(arguments: ["America/Winnipeg", "Australia/Lord_Howe", "Africa/Casablanca", "America/Phoenix", "Europe/Dublin"])
    func offsetsOfAYear(_ name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        let start = try seconds("2026-01-01T00:00:00Z")
        let end = try seconds("2027-01-01T00:00:00Z")
        let offsets = UTCOffsets(zone: zone, from: start, to: end)
        #expect(offsets.stretches.first?.start == start && offsets.stretches.last?.end == end)
        for (one, next) in zip(offsets.stretches, offsets.stretches.dropFirst()) { #expect(one.end == next.start && one.offset != next.offset) }
        var wrong = 0
        for stretch in offsets.stretches {
            for instant in stride(from: stretch.start, to: stretch.end, by: 900) {
                let real = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
                if real != stretch.offset { wrong += 1 }
            }
            let last = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(stretch.end - 1)))
            if last != stretch.offset { wrong += 1 }
        }
        #expect(wrong == 0)
    }
}

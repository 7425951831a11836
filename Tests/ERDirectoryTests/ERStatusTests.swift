import CareModels
import Foundation
import Testing

@testable import ERDirectoryService

@Suite struct ERStatusTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var what: String
        var zone = "America/Winnipeg"
        /// By date: spans in minutes.
        var days: [String: [(Int, Int)]]
        var now: String
        var status: ERStatus
        var until: String?
        var testDescription: String { what }
    }

    private static let nine = (9 * 60, 17 * 60)
    private static let all = (0, 1440)
    private static let night = (22 * 60, 30 * 60)

    // Winnipeg is five hours behind UTC in summer, six in winter.
    static let cases: [Case] = [
        Case(what: "within today's interval", days: ["2026-07-01": [nine]], now: "2026-07-01T17:00:00Z", status: .open, until: "2026-07-01T22:00:00Z"),
        Case(what: "at its first second", days: ["2026-07-01": [nine]], now: "2026-07-01T14:00:00Z", status: .open, until: "2026-07-01T22:00:00Z"),
        Case(what: "a second before", days: ["2026-07-01": [nine]], now: "2026-07-01T13:59:59Z", status: .closed, until: "2026-07-01T14:00:00Z"),
        Case(
            what: "at its end it is closed, and unknown from midnight", days: ["2026-07-01": [nine]], now: "2026-07-01T22:00:00Z", status: .closed,
            until: "2026-07-02T05:00:00Z"),
        Case(
            what: "closed until tomorrow's hours", days: ["2026-07-01": [nine], "2026-07-02": [nine]], now: "2026-07-01T23:00:00Z", status: .closed,
            until: "2026-07-02T14:00:00Z"),
        Case(what: "no hours known for today", days: [:], now: "2026-07-01T17:00:00Z", status: .unknown),
        Case(
            what: "yesterday's and tomorrow's hours say nothing of today", days: ["2026-06-30": [nine], "2026-07-02": [nine]], now: "2026-07-01T17:00:00Z",
            status: .unknown, until: "2026-07-02T05:00:00Z"),
        Case(what: "closed all day is not unknown", days: ["2026-07-01": []], now: "2026-07-01T17:00:00Z", status: .closed, until: "2026-07-02T05:00:00Z"),
        Case(
            what: "still the first of July in Winnipeg while UTC has the second", days: ["2026-07-01": [all]], now: "2026-07-02T04:59:59Z", status: .open,
            until: "2026-07-02T05:00:00Z"),
        Case(
            what: "open around the clock, on both days", days: ["2026-07-01": [all], "2026-07-02": [all]], now: "2026-07-01T17:00:00Z", status: .open),
        Case(
            what: "overnight, before midnight", days: ["2026-07-01": [night]], now: "2026-07-02T04:00:00Z", status: .open, until: "2026-07-02T11:00:00Z"),
        Case(
            what: "yesterday's night reaches into a day that is not known", days: ["2026-06-30": [night]], now: "2026-07-01T08:00:00Z", status: .open,
            until: "2026-07-01T11:00:00Z"),
        Case(
            what: "yesterday's night reaches into a closed day", days: ["2026-06-30": [night], "2026-07-01": []], now: "2026-07-01T08:00:00Z", status: .open,
            until: "2026-07-01T11:00:00Z"),
        Case(
            what: "after it, the day is not known", days: ["2026-06-30": [night]], now: "2026-07-01T11:00:00Z", status: .unknown),
        Case(
            what: "yesterday's night joins today's morning", days: ["2026-06-30": [night], "2026-07-01": [(360, 720)]], now: "2026-07-01T08:00:00Z",
            status: .open, until: "2026-07-01T17:00:00Z"),
        Case(
            what: "between two intervals", days: ["2026-07-01": [(480, 720), (780, 1020)]], now: "2026-07-01T17:30:00Z", status: .closed,
            until: "2026-07-01T18:00:00Z"),
        Case(
            what: "touching intervals are one", days: ["2026-07-01": [(480, 720), (720, 1020)]], now: "2026-07-01T16:00:00Z", status: .open,
            until: "2026-07-01T22:00:00Z"),
        Case(
            what: "the night of spring is an hour shorter", days: ["2026-03-07": [night], "2026-03-08": []], now: "2026-03-08T06:00:00Z", status: .open,
            until: "2026-03-08T11:00:00Z"),
        Case(
            what: "an interval that begins in the gap begins after it", days: ["2026-03-08": [(150, 240)]], now: "2026-03-08T07:59:59Z", status: .closed,
            until: "2026-03-08T08:00:00Z"),
        Case(what: "one within the gap does not happen", days: ["2026-03-08": [(130, 170)]], now: "2026-03-08T07:59:59Z", status: .closed, until: "2026-03-09T05:00:00Z"),
        Case(
            what: "an hour that comes twice: the first time", zone: "America/Chicago", days: ["2026-11-01": [(60, 120)]], now: "2026-11-01T06:30:00Z", status: .open,
            until: "2026-11-01T08:00:00Z"),
        Case(
            what: "and the second", zone: "America/Chicago", days: ["2026-11-01": [(60, 120)]], now: "2026-11-01T07:30:00Z", status: .open, until: "2026-11-01T08:00:00Z"),
        Case(
            what: "half past one comes twice, with an hour between", zone: "America/Chicago", days: ["2026-11-01": [(90, 120)]], now: "2026-11-01T06:45:00Z",
            status: .open,
            until: "2026-11-01T07:00:00Z"),
        Case(
            what: "closed again before the second half past one", zone: "America/Chicago", days: ["2026-11-01": [(90, 120)]], now: "2026-11-01T07:10:00Z",
            status: .closed,
            until: "2026-11-01T07:30:00Z"),
        Case(
            what: "in Kiritimati it is tomorrow already", zone: "Pacific/Kiritimati", days: ["2026-07-02": [nine]], now: "2026-07-01T20:00:00Z", status: .open,
            until: "2026-07-02T03:00:00Z"),
        Case(
            what: "in Pago Pago still yesterday", zone: "Pacific/Pago_Pago", days: ["2026-06-30": [all]], now: "2026-07-01T10:59:00Z", status: .open,
            until: "2026-07-01T11:00:00Z"),
        Case(
            what: "Lord Howe turns its clocks by half an hour", zone: "Australia/Lord_Howe", days: ["2026-10-04": [(0, 180)]], now: "2026-10-03T15:00:00Z",
            status: .open, until: "2026-10-03T16:00:00Z")
    ]

    @Test(arguments: cases) func table(_ each: Case) throws {
        var days: ERStatus.Days = [:]
        for (text, spans) in each.days {
            let date = try #require(LocalDate(text))
            days[date] = try #require(OpeningHours(columns: spans.flatMap { [$0.0, $0.1] }))
        }
        let clock = ZoneClock(try #require(Zone(each.zone)), now: instant(each.now).epochSeconds)
        #expect(ERStatus.now(clock, days) == each.status)
        let until = ERStatus.next(clock, days).map { RFC3339.format(Date(epochSeconds: $0.at)) }
        #expect(until == each.until)
    }

    /// What is said to change does change then, and not before: every minute of three days, for many mixes of hours.
    @Test(arguments: ["America/Winnipeg", "Australia/Lord_Howe", "Asia/Kolkata"]) func untilIsTheNextChange(_ zone: String) throws {
        let timeZone = try #require(Zone(zone))
        let first = try #require(LocalDate("2025-11-01"))
        let hours = [[], [540, 1020], [0, 1440], [1320, 1800], [60, 120, 1200, 1500]]
        for mix in 0..<25 {
            var days: ERStatus.Days = [:]
            for offset in 0..<5 {
                let kind = (mix * (offset + 1) + offset) % 6
                if kind < 5 { days[first.advanced(by: offset - 1)] = OpeningHours(columns: hours[kind]) }
            }
            let begin = first.localSeconds
            for now in stride(from: begin, to: begin + 86_400, by: 5417) {
                let clock = ZoneClock(timeZone, now: now)
                let known = days.filter { abs($0.key.distance(to: clock.today)) <= 1 }
                let current = ERStatus.now(clock, known)
                let next = ERStatus.next(clock, known)
                let until = next?.at
                let last = until ?? now
                for instant in stride(from: now, to: last, by: 60) {
                    let status = ERStatus.now(ZoneClock(timeZone, now: instant), known)
                    #expect(status == current, "\(zone) mix \(mix) at \(instant)")
                }
                if let next { #expect(next.to != current && ERStatus.now(ZoneClock(timeZone, now: next.at), known) == next.to, "\(zone) mix \(mix) at \(next.at)") }
            }
        }
    }
}

import CareModels
import Foundation
import Testing

@testable import HealthMonitorService

@Suite struct AlertRuleTests {
    typealias Condition = AlertRule.Condition

    /// One row: what differs from an alert that is due at 15:00 on Thursday 2026-07-02 in Winnipeg (UTC-5), for 80 bpm measured
    /// two minutes before, over a boundary of 75; and the conditions that then fail.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var now = "2026-07-02T20:00:00Z"
        var at = "2026-07-02T19:58:00Z"
        var bpm = 80.0
        var boundary: Double? = 75
        var zone = "America/Winnipeg"
        var window = ("14:00", "20:00")
        var lastAlert: String?
        var interval = 10
        var judged: (String, Double)?
        var failed: [Condition] = []
    }

    private func judge(_ row: Case) throws -> [AlertRule.Finding] {
        var settings = MonitorSettings()
        settings.boundary = row.boundary
        settings.minimumIntervalMinutes = row.interval
        settings.windowStart = try #require(ClockTime(row.window.0))
        settings.windowEnd = try #require(ClockTime(row.window.1))
        return AlertRule.judge(
            AlertRule.Facts(
                heartRate: try heartRate(row.at, row.bpm), judged: try row.judged.map { try heartRate($0.0, $0.1) },
                lastAlertAt: try row.lastAlert.map(instant), settings: settings, zone: try zone(row.zone), now: try instant(row.now)))
    }

    static let conditions = [
        Case(testDescription: "everything holds"),
        Case(testDescription: "measured yesterday", at: "2026-07-01T19:58:00Z", failed: [.isToday]),
        Case(testDescription: "measured a week ago, on the same weekday", at: "2026-06-25T19:58:00Z", failed: [.isToday]),
        Case(testDescription: "measured a year ago, on the same date", at: "2025-07-02T19:58:00Z", failed: [.isToday]),
        Case(testDescription: "at the boundary", bpm: 75, failed: [.isAboveBoundary]),
        Case(testDescription: "a tenth below the boundary", bpm: 74.9, failed: [.isAboveBoundary]),
        Case(testDescription: "just above the boundary", bpm: 75.1),
        Case(testDescription: "no boundary", boundary: nil, failed: [.isAboveBoundary, .boundaryIsSet]),
        Case(testDescription: "a boundary of 20 counts as not set", boundary: 20, failed: [.boundaryIsSet]),
        Case(testDescription: "a boundary of 0 counts as not set", boundary: 0, failed: [.boundaryIsSet]),
        Case(testDescription: "a boundary just above 20 is set", boundary: 20.1),
        Case(testDescription: "before the window", now: "2026-07-02T18:59:59Z", at: "2026-07-02T18:58:00Z", failed: [.isInWindow]),
        Case(testDescription: "a millisecond before the window", now: "2026-07-02T18:59:59.999Z", at: "2026-07-02T18:58:00Z", failed: [.isInWindow]),
        Case(testDescription: "when the window begins", now: "2026-07-02T19:00:00Z", at: "2026-07-02T18:58:00Z"),
        Case(testDescription: "when the window ends", now: "2026-07-03T01:00:00Z"),
        Case(testDescription: "while the clock still shows 20:00:00", now: "2026-07-03T01:00:00.999Z"),
        Case(testDescription: "a second after the window", now: "2026-07-03T01:00:01Z", failed: [.isInWindow]),
        Case(testDescription: "an alert nine minutes and 59.999 seconds ago", lastAlert: "2026-07-02T19:50:00.001Z", failed: [.intervalHasPassed]),
        Case(testDescription: "an alert ten minutes ago", lastAlert: "2026-07-02T19:50:00Z"),
        Case(testDescription: "an alert by a clock ahead of ours", lastAlert: "2026-07-02T20:00:05Z", failed: [.intervalHasPassed]),
        Case(testDescription: "the interval is a setting", lastAlert: "2026-07-02T19:50:00Z", interval: 11, failed: [.intervalHasPassed]),
        Case(testDescription: "the very value was judged", judged: ("2026-07-02T19:58:00Z", 80), failed: [.valueIsNew]),
        Case(testDescription: "a later value was judged", judged: ("2026-07-02T19:59:00Z", 70), failed: [.valueIsNew]),
        Case(testDescription: "an earlier value was judged", judged: ("2026-07-02T19:57:00Z", 80)),
        Case(testDescription: "the value was corrected", judged: ("2026-07-02T19:58:00Z", 70)),
        Case(
            testDescription: "nothing else holds", now: "2026-07-03T05:00:00Z", bpm: 60, boundary: 0, lastAlert: "2026-07-03T04:59:00Z",
            judged: ("2026-07-02T19:58:00Z", 60), failed: [.isToday, .boundaryIsSet, .isInWindow, .intervalHasPassed, .valueIsNew])
    ]

    /// Today, and the time of day, are those of the patient's calendar and clock.
    static let zones = [
        Case(testDescription: "Kiritimati, UTC+14: 15:00 is 01:00 UTC", now: "2026-07-02T01:00:00Z", at: "2026-07-02T00:58:00Z", zone: "Pacific/Kiritimati"),
        Case(
            testDescription: "Kiritimati: UTC's today is the local yesterday", now: "2026-07-02T10:00:00Z", at: "2026-07-02T09:58:00Z",
            zone: "Pacific/Kiritimati", window: ("00:00", "24:00"), failed: [.isToday]),
        Case(
            testDescription: "Kiritimati: a minute after local midnight, both of today", now: "2026-07-02T10:02:00Z", at: "2026-07-02T10:00:00Z",
            zone: "Pacific/Kiritimati", window: ("00:00", "24:00")),
        Case(
            testDescription: "Pago Pago, UTC-11: 15:00 is 02:00 UTC of the next day", now: "2026-07-03T02:00:00Z", at: "2026-07-02T23:58:00Z", zone: "Pacific/Pago_Pago"),
        Case(testDescription: "Kathmandu, UTC+5:45: the first second", now: "2026-07-02T08:15:00Z", at: "2026-07-02T08:14:00Z", zone: "Asia/Kathmandu"),
        Case(
            testDescription: "Kathmandu: the second before", now: "2026-07-02T08:14:59Z", at: "2026-07-02T08:14:00Z", zone: "Asia/Kathmandu",
            failed: [.isInWindow]),
        Case(testDescription: "Chatham, UTC+12:45: the last second", now: "2026-07-02T07:15:00Z", at: "2026-07-02T07:14:00Z", zone: "Pacific/Chatham"),
        Case(
            testDescription: "Chatham: the second after", now: "2026-07-02T07:15:01Z", at: "2026-07-02T07:14:00Z", zone: "Pacific/Chatham",
            failed: [.isInWindow]),
        Case(testDescription: "UTC", now: "2026-07-02T14:00:00Z", at: "2026-07-02T00:00:00Z", zone: "UTC"),
        Case(
            testDescription: "Apia had no 2011-12-30: half an hour after the 29th is the 31st", now: "2011-12-30T10:30:00Z",
            at: "2011-12-30T09:59:59Z", zone: "Pacific/Apia", window: ("00:00", "24:00"), failed: [.isToday]),
        Case(testDescription: "across the end of a year", now: "2025-12-31T20:00:00Z", at: "2025-12-31T06:00:00Z"),
        Case(testDescription: "in winter Winnipeg is UTC-6", now: "2026-01-15T19:59:59Z", at: "2026-01-15T19:58:00Z", failed: [.isInWindow]),
        Case(testDescription: "and its window begins an hour later in UTC", now: "2026-01-15T20:00:00Z", at: "2026-01-15T19:58:00Z")
    ]

    /// On 2026-03-08 Winnipeg's clocks skip from 02:00 to 03:00 (08:00 UTC); on 2025-11-02 they show 01:00 to 02:00 twice (from
    /// 06:00 and from 07:00 UTC).
    static let daylightSaving = [
        Case(testDescription: "the window on a day with a gap", now: "2026-03-08T19:00:00Z", at: "2026-03-08T18:58:00Z"),
        Case(testDescription: "a second before it on that day", now: "2026-03-08T18:59:59Z", at: "2026-03-08T18:58:00Z", failed: [.isInWindow]),
        Case(testDescription: "its end on that day", now: "2026-03-09T01:00:00Z", at: "2026-03-08T18:58:00Z"),
        Case(testDescription: "a second after its end on that day", now: "2026-03-09T01:00:01Z", at: "2026-03-08T18:58:00Z", failed: [.isInWindow]),
        Case(testDescription: "before the gap is the same day", now: "2026-03-08T20:00:00Z", at: "2026-03-08T06:00:00Z"),
        Case(testDescription: "23 hours back is the day before", now: "2026-03-09T00:30:00Z", at: "2026-03-08T01:30:00Z", failed: [.isToday]),
        Case(
            testDescription: "a window that begins within the gap begins when it ends", now: "2026-03-08T08:00:00Z", at: "2026-03-08T07:58:00Z",
            window: ("02:30", "03:30")),
        Case(
            testDescription: "and not a second before", now: "2026-03-08T07:59:59Z", at: "2026-03-08T07:58:00Z", window: ("02:30", "03:30"),
            failed: [.isInWindow]),
        Case(testDescription: "the window on a day with a fold", now: "2025-11-02T20:00:00Z", at: "2025-11-02T19:58:00Z"),
        Case(testDescription: "a second before it on that day", now: "2025-11-02T19:59:59Z", at: "2025-11-02T19:58:00Z", failed: [.isInWindow]),
        Case(testDescription: "its end on that day", now: "2025-11-03T02:00:00Z", at: "2025-11-02T19:58:00Z"),
        Case(testDescription: "a second after its end on that day", now: "2025-11-03T02:00:01Z", at: "2025-11-02T19:58:00Z", failed: [.isInWindow]),
        Case(
            testDescription: "24 hours back is the same day, which has 25", now: "2025-11-03T05:30:00Z", at: "2025-11-02T05:30:00Z",
            window: ("00:00", "24:00")),
        Case(testDescription: "01:30 the first time", now: "2025-11-02T06:30:00Z", at: "2025-11-02T06:29:00Z", window: ("01:30", "01:45")),
        Case(testDescription: "01:30 the second time", now: "2025-11-02T07:30:00Z", at: "2025-11-02T06:29:00Z", window: ("01:30", "01:45")),
        Case(
            testDescription: "01:50 between them", now: "2025-11-02T06:50:00Z", at: "2025-11-02T06:29:00Z", window: ("01:30", "01:45"),
            failed: [.isInWindow]),
        Case(
            testDescription: "the interval is time that passes, not what clocks show", now: "2025-11-02T07:05:00Z", at: "2025-11-02T07:04:00Z",
            window: ("00:00", "24:00"), lastAlert: "2025-11-02T06:55:00Z"),
        Case(
            testDescription: "nor does a skipped hour count", now: "2026-03-08T08:05:00Z", at: "2026-03-08T08:04:00Z", window: ("00:00", "24:00"),
            lastAlert: "2026-03-08T07:59:00Z", failed: [.intervalHasPassed]),
        Case(testDescription: "Lord Howe's fold of half an hour", now: "2026-04-05T03:30:00Z", at: "2026-04-05T03:00:00Z", zone: "Australia/Lord_Howe"),
        Case(
            testDescription: "Beirut skips the midnight of 2026-03-29: half past is 01:30", now: "2026-03-28T22:30:00Z", at: "2026-03-28T22:00:00Z",
            zone: "Asia/Beirut", window: ("01:00", "02:00")),
        Case(
            testDescription: "and what was before it is yesterday's", now: "2026-03-28T22:30:00Z", at: "2026-03-28T21:59:59Z",
            zone: "Asia/Beirut", window: ("01:00", "02:00"), failed: [.isToday])
    ]

    @Test(arguments: conditions + zones + daylightSaving) func table(_ row: Case) throws {
        let findings = try judge(row)
        #expect(findings.map(\.condition) == Condition.allCases)
        #expect(findings.filter { !$0.passed }.map(\.condition) == row.failed)
        #expect(AlertRule.raises(findings) == row.failed.isEmpty)
    }

    /// So that no condition can be dropped from the rule without a row above failing.
    @Test func everyConditionFailsAloneSomewhere() {
        let alone = Self.conditions.filter { $0.failed.count == 1 }.compactMap(\.failed.first)
        #expect(Set(alone) == Set(Condition.allCases))
    }

    @Test func everyFindingIsExplained() throws {
        let raised = try judge(Case(testDescription: ""))
        #expect(
            raised.map(\.explanation) == [
                "It was measured today, 2 July 2026.", "80 bpm is above the boundary of 75 bpm.", "A boundary is set.",
                "15:00 in America/Winnipeg is between 14:00 and 20:00.", "There was no alert before.", "It is the first one."
            ])
        #expect(raised[1].values == AlertRule.Values(bpm: 80, boundary: 75))
        #expect(raised[3].values?.time == "15:00" && raised[3].values?.timeZone == "America/Winnipeg" && raised[3].values?.windowEnd?.description == "20:00")
        #expect(raised.allSatisfy { $0.values != nil })
        let refused = try judge(
            Case(
                testDescription: "", now: "2026-07-03T05:00:07Z", bpm: 60.5, boundary: 12, lastAlert: "2026-07-03T04:59:00Z",
                judged: ("2026-07-02T19:58:00Z", 60.5)))
        #expect(
            refused.map(\.explanation) == [
                "It was measured on 2 July 2026; today is 3 July 2026.", "60.5 bpm is above the boundary of 12 bpm.",
                "A boundary of 20 bpm or less counts as not set.", "00:00:07 in America/Winnipeg is not between 14:00 and 20:00.",
                "The last alert was less than 10 minutes ago.", "It was judged before, or a later one was."
            ])
    }
}

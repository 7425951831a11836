import CareModels
import Foundation
import JSON
import Testing

@testable import SchedulingService

@Suite struct AvailabilityRuleTests {
    private func draft(_ json: String) throws -> AvailabilityDraft { try CareJSON.decode(AvailabilityDraft.self, from: Data(json.utf8)) }

    private func apply(_ json: String, to calendar: ProviderCalendar = ProviderCalendar(timeZone: "UTC"), _ mode: AvailabilityRule.Mode = .add) throws -> ProviderCalendar
    {
        try AvailabilityRule.apply(draft(json), to: calendar, mode, now: seconds("2026-07-01T00:00:00Z"))
    }

    private func faultyFields(_ json: String, _ mode: AvailabilityRule.Mode = .add) throws -> [String] {
        do {
            _ = try apply(json, mode)
            return []
        } catch let faults as Faults {
            return faults.all.map(\.field)
        }
    }

    @Test func everyPartIsRead() throws {
        let calendar = try apply(
            """
            {"timeZone": "America/Winnipeg", "slotMinutes": 45, "dailyLimit": 7,
             "weekly": [{"weekday": "tuesday", "start": "22:00", "end": "02:00"}, {"weekday": "monday", "start": "09:00", "end": "24:00"}],
             "overrides": [{"date": "2026-12-25", "intervals": []}],
             "intervals": [{"kind": "open", "startTime": "2026-07-02T10:00:00Z", "endTime": "2026-07-02T12:00:00Z"},
                           {"kind": "busy", "startTime": "2026-07-03T05:00:00-05:00", "endTime": "2026-07-03T12:00:00Z"}]}
            """)
        #expect(calendar.timeZone == "America/Winnipeg")
        #expect(calendar.settings.slotMinutes == 45 && calendar.settings.dailyLimit == 7)
        #expect(try calendar.weekly == [weekly(.monday, "09:00", "24:00"), weekly(.tuesday, "22:00", "02:00")])
        #expect(try calendar.overrides == [override("2026-12-25", [])])
        #expect(try calendar.open == [interval("2026-07-02T10:00:00Z", "2026-07-02T12:00:00Z")])
        #expect(try calendar.busy == [interval("2026-07-03T10:00:00Z", "2026-07-03T12:00:00Z")])
    }

    @Test func addingKeepsAndChangingReplaces() throws {
        let first = try apply(#"{"weekly": [{"weekday": "monday", "start": "09:00", "end": "12:00"}], "slotMinutes": 20, "dailyLimit": 3}"#)
        let second = #"{"weekly": [{"weekday": "monday", "start": "13:00", "end": "17:00"}]}"#
        #expect(try apply(second, to: first, .add).weekly.count == 2)
        let changed = try apply(second, to: first, .change)
        #expect(try changed.weekly == [weekly(.monday, "13:00", "17:00")])
        #expect(changed.settings.slotMinutes == 20 && changed.settings.dailyLimit == 3)
        #expect(try apply(#"{"dailyLimit": null}"#, to: first, .change).settings.dailyLimit == nil)
        #expect(try apply(#"{"weekly": []}"#, to: first, .change).weekly.isEmpty)
        #expect(try apply(#"{"weekly": null, "overrides": null, "intervals": null}"#, to: first, .change).weekly.isEmpty)
        #expect(try apply(#"{"weekly": null}"#, to: first, .add).weekly.count == 1)
        #expect(try faultyFields(#"{"timeZone": null, "slotMinutes": null, "bookingWindowDays": null}"#, .change) == ["timeZone", "slotMinutes", "bookingWindowDays"])
        #expect(try apply(#"{"weekly": []}"#, to: first, .add).weekly.count == 1)
    }

    @Test func anAddedOverrideTakesThePlaceOfItsDate() throws {
        let first = try apply(#"{"overrides": [{"date": "2026-08-01", "intervals": []}, {"date": "2026-08-02", "intervals": []}]}"#)
        let second = try apply(#"{"overrides": [{"date": "2026-08-01", "intervals": [{"start": "10:00", "end": "11:00"}]}]}"#, to: first)
        #expect(try second.overrides == [override("2026-08-01", [("10:00", "11:00")]), override("2026-08-02", [])])
    }

    @Test func everyFaultIsNamedWithItsPath() throws {
        let fields = try faultyFields(
            """
            {"timeZone": "Winnipeg", "slotMinutes": 4, "bufferBeforeMinutes": -1, "bookingWindowDays": 731, "dailyLimit": 0,
             "weekly": [{"weekday": "Monday", "start": "09:00", "end": "17:00"}, {"weekday": "friday", "start": "24:00", "end": "25:00"},
                        {"weekday": "friday", "start": "09:00", "end": "09:00"}],
             "overrides": [{"date": "2026-02-29", "intervals": []}, {"date": "2026-08-01", "intervals": [{"start": "9:00", "end": "10:00"}]},
                           {"date": "2026-08-01", "intervals": []}],
             "intervals": [{"kind": "away", "startTime": "2026-07-02T10:00:00Z", "endTime": "2026-07-02T12:00:00Z"},
                           {"kind": "open", "startTime": "2026-07-02T10:00:00Z", "endTime": "2026-07-02T10:00:00Z"},
                           {"kind": "busy", "startTime": "2026-07-02T10:00:00Z", "endTime": "2027-07-04T10:00:00Z"}]}
            """)
        #expect(
            fields == [
                "timeZone", "slotMinutes", "bufferBeforeMinutes", "bookingWindowDays", "dailyLimit",
                "weekly[0].weekday", "weekly[1].start", "weekly[1].end", "weekly[2].end",
                "overrides[0].date", "overrides[1].intervals[0].start", "overrides[2].date",
                "intervals[0].kind", "intervals[1].endTime", "intervals[2].endTime"
            ])
    }

    @Test func countsAreLimited() throws {
        let many = (0...AvailabilityRule.mostIntervals).map { index in
            let start = 1_800_000_000 + index * 7200
            return #"{"kind": "open", "startTime": "\#(text(start))", "endTime": "\#(text(start + 3600))"}"#
        }
        #expect(try faultyFields(#"{"intervals": [\#(many.joined(separator: ","))]}"#) == ["intervals"])
        let kept = try apply(#"{"intervals": [\#(many.dropLast().joined(separator: ","))]}"#)
        #expect(kept.open.count == AvailabilityRule.mostIntervals)
        let one = #"{"intervals": [{"kind": "open", "startTime": "2026-07-02T10:00:00Z", "endTime": "2026-07-02T12:00:00Z"}]}"#
        // What is too many with what is there is right in itself; in the place of what is there it is taken.
        let most = AvailabilityRule.mostIntervals
        #expect(throws: AvailabilityRule.Refusal.full(.intervals, most: most, kept: most)) { try apply(one, to: kept) }
        #expect(try apply(one, to: kept, .change).open.count == 1)
    }

    @Test func openingsDoNotOverlapOneAnother() throws {
        func opening(_ start: String, _ end: String) -> String {
            #"{"intervals": [{"kind": "open", "startTime": "2026-07-02T\#(start):00Z", "endTime": "2026-07-02T\#(end):00Z"}]}"#
        }
        let morning = try apply(opening("10:00", "12:00"))
        #expect(throws: AvailabilityRule.Refusal.overlaps) { try apply(opening("11:59", "13:00"), to: morning) }
        #expect(try apply(opening("11:59", "13:00"), to: morning, .change).open.count == 1)
        let both = [opening("10:00", "12:00"), opening("11:59", "13:00")].map { $0.dropFirst(#"{"intervals": ["#.count).dropLast(2) }
        #expect(try faultyFields(#"{"intervals": [\#(both.joined(separator: ","))]}"#) == ["intervals"])
        #expect(try apply(opening("12:00", "13:00"), to: morning).open.count == 2)
        #expect(try apply(opening("10:00", "12:00"), to: morning).open.count == 1)
    }

    /// A calendar shows its zone, and what it shows can be sent back.
    @Test func aZoneOfBeforeMayStay() throws {
        let calendar = ProviderCalendar(timeZone: "US/Eastern")
        let changed = try apply(#"{"timeZone": "US/Eastern", "slotMinutes": 45}"#, to: calendar)
        #expect(changed.timeZone == "US/Eastern" && changed.settings.slotMinutes == 45)
        #expect(throws: Faults.self) { try apply(#"{"timeZone": "US/Central"}"#, to: calendar) }
    }

    @Test func whatIsOverIsDropped() throws {
        var calendar = ProviderCalendar(timeZone: "UTC")
        calendar.open = [try interval("2026-06-01T10:00:00Z", "2026-06-01T12:00:00Z"), try interval("2026-06-30T10:00:00Z", "2026-06-30T12:00:00Z")]
        calendar.overrides = [try override("2026-06-01", []), try override("2026-06-30", [])]
        let result = try apply("{}", to: calendar)
        #expect(result.open.count == 1 && result.overrides.count == 1)
    }
}

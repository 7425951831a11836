import CareModels
import Foundation
import Testing

@testable import SchedulingService

@Suite struct FreeSlotsTests {
    static let chicago = "America/Chicago"

    private func starts(
        _ calendar: ProviderCalendar, _ from: String, _ to: String, now: String = "2026-01-01T00:00:00Z", taken: [FreeSlots.Taken] = []
    ) throws -> [String] {
        let range = try interval(from, to)
        let offsets = try offsets(calendar.timeZone, around: range)
        return try FreeSlots.starts(of: calendar, offsets: offsets, taken: taken, in: range, now: seconds(now)).map { text($0) }
    }

    private func calendar(_ rules: [ProviderCalendar.WeeklyRule], minutes: Int = 60) -> ProviderCalendar {
        var calendar = ProviderCalendar(timeZone: Self.chicago, weekly: rules)
        calendar.settings.slotMinutes = minutes
        calendar.settings.minimumNoticeMinutes = 0
        return calendar
    }

    @Test func weeklyHoursFollowTheWallClockAcrossSpring() throws {
        let calendar = try calendar([weekly(.friday, "09:00", "11:00"), weekly(.monday, "09:00", "11:00")])
        #expect(
            try starts(calendar, "2026-03-06T00:00:00Z", "2026-03-11T00:00:00Z") == [
                "2026-03-06T15:00:00Z", "2026-03-06T16:00:00Z", "2026-03-09T14:00:00Z", "2026-03-09T15:00:00Z"
            ])
    }

    @Test func openingInTheGapBeginsAfterIt() throws {
        let calendar = try calendar([weekly(.sunday, "02:30", "05:00")])
        #expect(try starts(calendar, "2026-03-08T00:00:00Z", "2026-03-09T00:00:00Z") == ["2026-03-08T08:00:00Z", "2026-03-08T09:00:00Z"])
    }

    @Test func openingAcrossTheFoldHasTheHourTwice() throws {
        let calendar = try calendar([weekly(.sunday, "00:30", "02:00")], minutes: 30)
        #expect(
            try starts(calendar, "2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z") == [
                "2026-11-01T05:30:00Z", "2026-11-01T06:00:00Z", "2026-11-01T06:30:00Z", "2026-11-01T07:00:00Z", "2026-11-01T07:30:00Z"
            ])
    }

    @Test func daysOf23And25Hours() throws {
        let calendar = try calendar([weekly(.sunday, "00:00", "24:00")])
        #expect(try starts(calendar, "2026-03-08T00:00:00Z", "2026-03-10T00:00:00Z").count == 23)
        #expect(try starts(calendar, "2026-11-01T00:00:00Z", "2026-11-03T00:00:00Z").count == 25)
    }

    @Test func overnightHoursBelongToTheDayTheyBegin() throws {
        let calendar = try calendar([weekly(.saturday, "22:00", "02:00")])
        #expect(try starts(calendar, "2026-07-05T05:00:00Z", "2026-07-06T00:00:00Z") == ["2026-07-05T05:00:00Z", "2026-07-05T06:00:00Z"])
        let spring = try starts(calendar, "2026-03-07T12:00:00Z", "2026-03-08T12:00:00Z")
        #expect(spring == ["2026-03-08T04:00:00Z", "2026-03-08T05:00:00Z", "2026-03-08T06:00:00Z", "2026-03-08T07:00:00Z"])
    }

    @Test func theGridDoesNotDependOnTheRange() throws {
        let calendar = try calendar([weekly(.monday, "09:00", "17:00")], minutes: 45)
        let whole = try starts(calendar, "2026-07-06T00:00:00Z", "2026-07-08T00:00:00Z")
        let part = try starts(calendar, "2026-07-06T16:07:00Z", "2026-07-06T19:00:00Z")
        #expect(part == whole.filter { $0 >= "2026-07-06T16:07:00Z" && $0 < "2026-07-06T19:00:00Z" })
        #expect(!part.isEmpty)
        #expect(whole.last == "2026-07-06T20:45:00Z")
    }

    @Test func anOverrideTakesTheWeekdaysPlace() throws {
        var calendar = try calendar([weekly(.monday, "09:00", "11:00")])
        calendar.overrides = [try override("2026-07-06", []), try override("2026-07-13", [("13:00", "14:00")])]
        #expect(try starts(calendar, "2026-07-06T00:00:00Z", "2026-07-14T00:00:00Z") == ["2026-07-13T18:00:00Z"])
    }

    @Test func oneOffOpenAddsAndBusyTakesAway() throws {
        var calendar = try calendar([weekly(.monday, "09:00", "12:00")])
        calendar.open = [try interval("2026-07-07T10:00:00Z", "2026-07-07T12:00:00Z")]
        calendar.busy = [try interval("2026-07-06T15:30:00Z", "2026-07-06T15:45:00Z")]
        #expect(
            try starts(calendar, "2026-07-06T00:00:00Z", "2026-07-08T00:00:00Z") == [
                "2026-07-06T14:00:00Z", "2026-07-06T16:00:00Z", "2026-07-07T10:00:00Z", "2026-07-07T11:00:00Z"
            ])
    }

    @Test func openingsThatOverlapGiveEachSlotOnce() throws {
        var calendar = try calendar([weekly(.monday, "09:00", "11:00")])
        calendar.open = [try interval("2026-07-06T13:00:00Z", "2026-07-06T16:00:00Z")]
        #expect(
            try starts(calendar, "2026-07-06T00:00:00Z", "2026-07-07T00:00:00Z") == [
                "2026-07-06T13:00:00Z", "2026-07-06T14:00:00Z", "2026-07-06T15:00:00Z"
            ])
    }

    @Test func buffersKeepTheirDistance() throws {
        var calendar = try calendar([weekly(.monday, "09:00", "12:00")], minutes: 30)
        calendar.settings.bufferBeforeMinutes = 5
        calendar.settings.bufferAfterMinutes = 10
        let booked = try interval("2026-07-06T15:00:00Z", "2026-07-06T15:30:00Z")
        let taken = FreeSlots.Taken(start: booked.start, blocked: calendar.settings.blocked(by: booked))
        #expect(
            try starts(calendar, "2026-07-06T00:00:00Z", "2026-07-07T00:00:00Z", taken: [taken]) == [
                "2026-07-06T14:00:00Z", "2026-07-06T16:00:00Z", "2026-07-06T16:30:00Z"
            ])
    }

    @Test func noticeAndWindowCountFromNow() throws {
        var calendar = try calendar([weekly(.monday, "09:00", "12:00")])
        calendar.settings.minimumNoticeMinutes = 60
        calendar.settings.bookingWindowDays = 7
        let found = try starts(calendar, "2026-07-06T00:00:00Z", "2026-07-31T00:00:00Z", now: "2026-07-06T14:00:01Z")
        #expect(found == ["2026-07-06T16:00:00Z", "2026-07-13T14:00:00Z"])
    }

    /// At the second at which one begins it is past for whoever books, with a notice or without.
    @Test(arguments: [Booking.Party.patient, .provider]) func eachSlotIsOneThatMayBeBooked(_ party: Booking.Party) throws {
        for notice in [0, 60] {
            var calendar = try calendar([weekly(.monday, "09:00", "12:00")])
            calendar.settings.minimumNoticeMinutes = notice
            for now in try ["2026-07-06T14:59:59Z", "2026-07-06T15:00:00Z", "2026-07-06T15:00:01Z"].map(seconds) {
                let range = try interval("2026-07-06T00:00:00Z", "2026-07-07T00:00:00Z")
                let offsets = try offsets(Self.chicago, around: range)
                let found = FreeSlots.starts(of: calendar, offsets: offsets, taken: [], in: range, now: now)
                for start in found {
                    try Booking.check(Interval(start: start, end: start + 3600), in: calendar, offsets: offsets, now: now, by: party)
                }
                #expect(try found.contains(seconds("2026-07-06T15:00:00Z")) == (notice == 0 && text(now) == "2026-07-06T14:59:59Z"))
            }
        }
    }

    @Test func theDailyLimitIsByLocalDay() throws {
        var calendar = ProviderCalendar(timeZone: Self.chicago, weekly: [try weekly(.monday, "20:00", "23:00"), try weekly(.tuesday, "09:00", "10:00")])
        calendar.settings.slotMinutes = 60
        calendar.settings.dailyLimit = 1
        // 01:00Z on Tuesday is 20:00 on Monday in Chicago: Monday is full, Tuesday is not.
        let booked = try interval("2026-07-07T01:00:00Z", "2026-07-07T02:00:00Z")
        let taken = FreeSlots.Taken(start: booked.start, blocked: booked)
        #expect(try starts(calendar, "2026-07-06T00:00:00Z", "2026-07-08T00:00:00Z", taken: [taken]) == ["2026-07-07T14:00:00Z"])
        // One that has ended takes no time, and is one of its day's.
        let ended = FreeSlots.Taken(start: booked.start, blocked: nil)
        #expect(try starts(calendar, "2026-07-06T00:00:00Z", "2026-07-08T00:00:00Z", taken: [ended]) == ["2026-07-07T14:00:00Z"])
        calendar.settings.dailyLimit = 2
        #expect(
            try starts(calendar, "2026-07-06T00:00:00Z", "2026-07-08T00:00:00Z", taken: [ended]) == [
                "2026-07-07T01:00:00Z", "2026-07-07T02:00:00Z", "2026-07-07T03:00:00Z", "2026-07-07T14:00:00Z"
            ])
    }

    /// The slots against the slow and obvious way: every minute of the range, asked of Foundation's calendar, whose tables know what is past.
    @Test(arguments: ["America/Winnipeg", "Australia/Lord_Howe", "Asia/Kathmandu"])
    func agreesWithAskingTheWallClockEveryMinute(_ zoneName: String) throws {
        let zone = try #require(TimeZone(identifier: zoneName))
        for (from, to) in [
            ("2025-03-05T00:00:00Z", "2025-03-11T00:00:00Z"), ("2025-10-02T00:00:00Z", "2025-10-08T00:00:00Z"), ("2025-10-30T00:00:00Z", "2025-11-04T00:00:00Z")
        ] {
            var calendar = ProviderCalendar(timeZone: zoneName)
            for weekday in Weekday.allCases { calendar.weekly += [try weekly(weekday, "01:15", "04:00"), try weekly(weekday, "22:30", "00:30")] }
            calendar.settings.slotMinutes = 15
            calendar.settings.minimumNoticeMinutes = 0
            let range = try interval(from, to)
            let offsets = try offsets(zoneName, around: range)
            let found = FreeSlots.starts(of: calendar, offsets: offsets, taken: [], in: range, now: range.start - 86_400)
            var gregorian = Calendar(identifier: .gregorian)
            gregorian.timeZone = zone
            func isOpen(_ second: Int) -> Bool {
                let parts = gregorian.dateComponents([.hour, .minute], from: instant(second))
                let minutes = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
                return (75..<240).contains(minutes) || minutes >= 1350 || minutes < 30
            }
            for start in found {
                let isInside = stride(from: start, to: start + 900, by: 60).allSatisfy(isOpen)
                #expect(isInside, "\(text(start))")
            }
            let openMinutes = stride(from: range.start, to: range.end, by: 60).filter(isOpen).count
            #expect(abs(openMinutes / 15 - found.count) <= 2)
        }
    }
}

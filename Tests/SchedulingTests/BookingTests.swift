import CareModels
import Foundation
import Testing

@testable import SchedulingService

@Suite struct BookingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var start: String
        var minutes = 30
        var now = "2026-07-01T00:00:00Z"
        var party = Booking.Party.patient
        var expected: Booking.Refusal?
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "a slot", start: "2026-07-06T14:00:00Z"),
        Case(name: "the last slot", start: "2026-07-06T16:30:00Z"),
        Case(name: "past", start: "2026-07-06T14:00:00Z", now: "2026-07-06T14:00:00Z", expected: .inThePast),
        Case(name: "too soon", start: "2026-07-06T14:00:00Z", now: "2026-07-06T13:00:01Z", expected: .tooSoon(noticeMinutes: 60)),
        Case(name: "just in time", start: "2026-07-06T14:00:00Z", now: "2026-07-06T13:00:00Z"),
        Case(name: "the provider needs no notice", start: "2026-07-06T14:00:00Z", now: "2026-07-06T13:59:00Z", party: .provider),
        Case(name: "too far ahead", start: "2026-08-03T14:00:00Z", expected: .tooFarAhead(windowDays: 30)),
        Case(name: "the provider has no window", start: "2026-08-03T14:00:00Z", party: .provider),
        Case(name: "too long", start: "2026-07-06T14:00:00Z", minutes: 60, expected: .wrongLength(slotMinutes: 30)),
        Case(name: "before hours", start: "2026-07-06T13:30:00Z", expected: .outsideHours),
        Case(name: "over the end", start: "2026-07-06T16:45:00Z", expected: .outsideHours),
        Case(name: "a closed day", start: "2026-07-07T14:00:00Z", expected: .outsideHours),
        Case(name: "between slots", start: "2026-07-06T14:10:00Z", expected: .notASlot),
        Case(name: "busy", start: "2026-07-06T15:00:00Z", expected: .providerBusy),
        Case(name: "buffer into busy", start: "2026-07-06T14:30:00Z", expected: .providerBusy)
    ]

    @Test(arguments: cases) func bookings(_ each: Case) throws {
        var calendar = ProviderCalendar(timeZone: "America/Winnipeg", weekly: [try weekly(.monday, "09:00", "12:00")])
        calendar.settings.bufferAfterMinutes = 5
        calendar.settings.bookingWindowDays = 30
        calendar.busy = [try interval("2026-07-06T15:00:00Z", "2026-07-06T15:30:00Z")]
        let start = try seconds(each.start)
        let slot = Interval(start: start, end: start + each.minutes * 60)
        let offsets = try offsets(calendar.timeZone, around: slot)
        let now = try seconds(each.now)
        var refusal: Booking.Refusal?
        do throws(Booking.Refusal) {
            try Booking.check(slot, in: calendar, offsets: offsets, now: now, by: each.party)
        } catch {
            refusal = error
        }
        #expect(refusal == each.expected)
    }

    /// What is offered can be booked, and nothing else that begins on a quarter.
    @Test func offeredIsBookable() throws {
        var calendar = ProviderCalendar(timeZone: "America/Winnipeg")
        for weekday in Weekday.allCases { calendar.weekly += [try weekly(weekday, "00:30", "04:15"), try weekly(weekday, "23:00", "00:15")] }
        calendar.settings.slotMinutes = 45
        calendar.settings.bufferBeforeMinutes = 10
        calendar.busy = [try interval("2025-11-02T06:10:00Z", "2025-11-02T06:20:00Z")]
        let range = try interval("2025-10-31T00:00:00Z", "2025-11-04T00:00:00Z")
        let offsets = try offsets(calendar.timeZone, around: range)
        let offered = Set(FreeSlots.starts(of: calendar, offsets: offsets, taken: [], in: range, now: range.start))
        var bookable: Set<Int> = []
        for start in stride(from: range.start, to: range.end, by: 900) {
            let slot = Interval(start: start, end: start + 2700)
            if (try? Booking.check(slot, in: calendar, offsets: offsets, now: range.start, by: .patient)) != nil { bookable.insert(start) }
        }
        #expect(!offered.isEmpty)
        #expect(offered == bookable)
    }

    /// Counts how often the zone is asked: of what cannot be booked anyway, never, however long it is.
    @Test func theZoneIsAskedOfWhatMayBeASlotOnly() throws {
        let calendar = ProviderCalendar(timeZone: "America/Winnipeg", weekly: [try weekly(.monday, "09:00", "12:00")])
        let zone = try #require(Zone(calendar.timeZone))
        let now = try instant(seconds("2026-07-01T00:00:00Z"))
        func questions(_ start: String, _ end: String, _ party: Booking.Party) throws -> (Int, (any Error)?) {
            var questions = 0
            do {
                _ = try Claim(interval(start, end), in: calendar, now: now, by: party) { range, _ in
                    UTCOffsets(from: range.start - FreeSlots.margin, to: range.end + FreeSlots.margin) { instant in
                        questions += 1
                        return zone.offset(at: instant)
                    }
                }
                return (questions, nil)
            } catch {
                return (questions, error)
            }
        }
        let hostile = try questions("1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z", .provider)
        #expect(hostile.0 == 0 && hostile.1 as? Booking.Refusal == .inThePast)
        let long = try questions("2026-07-06T14:00:00Z", "9999-12-31T23:59:59Z", .provider)
        #expect(long.0 == 0 && long.1 as? Booking.Refusal == .wrongLength(slotMinutes: 30))
        #expect(try questions("9999-12-31T23:00:00Z", "9999-12-31T23:30:00Z", .patient).0 == 0)
        #expect(try (1...50).contains(questions("9999-12-31T23:00:00Z", "9999-12-31T23:30:00Z", .provider).0))
        let booked = try questions("2026-07-06T14:00:00Z", "2026-07-06T14:30:00Z", .patient)
        #expect((1...50).contains(booked.0) && booked.1 == nil)
    }

    static let lengths: [(minutes: Int, refusal: Booking.Refusal?)] = [
        (-30, .endsBeforeItBegins), (0, .endsBeforeItBegins), (1, nil), (720, nil), (721, .longerThanAnySlot)
    ]

    /// What no calendar could have is told without one.
    @Test(arguments: lengths) func aLengthThatNoSlotHas(minutes: Int, refusal: Booking.Refusal?) {
        var thrown: Booking.Refusal?
        do throws(Booking.Refusal) { try Booking.checkLength(of: Interval(start: 0, end: minutes * 60)) } catch { thrown = error }
        #expect(thrown == refusal)
    }
}

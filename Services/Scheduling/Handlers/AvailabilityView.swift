import CareModels
import Foundation

/// A provider's calendar as JSON: the shape that `AvailabilityDraft` reads, whole.
struct AvailabilityView: Encodable, Sendable {
    struct Hours: Encodable, Sendable {
        var start: String
        var end: String
    }

    struct Weekly: Encodable, Sendable {
        var weekday: Weekday
        var start: String
        var end: String
    }

    struct Override: Encodable, Sendable {
        var date: String
        var intervals: [Hours]
    }

    struct OneOff: Encodable, Sendable {
        var kind: String
        var startTime: Date
        var endTime: Date
    }

    var providerId: UserID
    var version: Int
    var timeZone: String
    var weekly: [Weekly]
    var overrides: [Override]
    var intervals: [OneOff]
    var slotMinutes: Int
    var bufferBeforeMinutes: Int
    var bufferAfterMinutes: Int
    var minimumNoticeMinutes: Int
    var cancelNoticeMinutes: Int
    var rescheduleNoticeMinutes: Int
    var bookingWindowDays: Int
    /// Absent: no limit.
    var dailyLimit: Int?

    init(_ stored: StoredCalendar) {
        let calendar = stored.calendar
        providerId = stored.providerId
        version = stored.version
        timeZone = calendar.timeZone
        weekly = calendar.weekly.map {
            Weekly(weekday: $0.weekday, start: ClockRange.format($0.hours.start), end: ClockRange.format($0.hours.end))
        }
        overrides = calendar.overrides.map { override in
            let hours = override.hours.map { Hours(start: ClockRange.format($0.start), end: ClockRange.format($0.end)) }
            return Override(date: CivilDate.format(override.day), intervals: hours)
        }
        intervals = calendar.open.map { Self.oneOff("open", $0) } + calendar.busy.map { Self.oneOff("busy", $0) }
        slotMinutes = calendar.settings.slotMinutes
        bufferBeforeMinutes = calendar.settings.bufferBeforeMinutes
        bufferAfterMinutes = calendar.settings.bufferAfterMinutes
        minimumNoticeMinutes = calendar.settings.minimumNoticeMinutes
        cancelNoticeMinutes = calendar.settings.cancelNoticeMinutes
        rescheduleNoticeMinutes = calendar.settings.rescheduleNoticeMinutes
        bookingWindowDays = calendar.settings.bookingWindowDays
        dailyLimit = calendar.settings.dailyLimit
    }

    private static func oneOff(_ kind: String, _ interval: Interval) -> OneOff {
        OneOff(kind: kind, startTime: Date(epochSeconds: interval.start), endTime: Date(epochSeconds: interval.end))
    }
}

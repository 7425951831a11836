import CareModels
import Foundation

/// A provider's calendar as JSON: what `AvailabilityDraft` reads, whole.
struct AvailabilityView: Encodable, Sendable {
    struct Hours: Encodable, Sendable {
        var start: ClockTime
        var end: ClockTime

        init(_ range: ClockRange) {
            start = ClockTime(minutes: range.start)
            end = ClockTime(minutes: range.end)
        }
    }

    struct Weekly: Encodable, Sendable {
        var weekday: Weekday
        var start: ClockTime
        var end: ClockTime
    }

    struct Override: Encodable, Sendable {
        var date: LocalDate
        var intervals: [Hours]
    }

    struct OneOff: Encodable, Sendable {
        /// Stays while the times change.
        var id: UUID
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
    var deskSeesBookings: Bool
    /// Absent: the only one in which they practise.
    var organisationId: OrganisationID?

    init(_ stored: StoredCalendar) {
        let calendar = stored.calendar
        providerId = stored.providerId
        version = stored.version
        timeZone = calendar.timeZone
        weekly = calendar.weekly.map {
            let hours = Hours($0.hours)
            return Weekly(weekday: $0.weekday, start: hours.start, end: hours.end)
        }
        overrides = calendar.overrides.map { Override(date: $0.date, intervals: $0.hours.map(Hours.init)) }
        intervals = calendar.oneOffs.map { OneOff($0, stored.intervalIDs.id(of: $0)) }
        slotMinutes = calendar.settings.slotMinutes
        bufferBeforeMinutes = calendar.settings.bufferBeforeMinutes
        bufferAfterMinutes = calendar.settings.bufferAfterMinutes
        minimumNoticeMinutes = calendar.settings.minimumNoticeMinutes
        cancelNoticeMinutes = calendar.settings.cancelNoticeMinutes
        rescheduleNoticeMinutes = calendar.settings.rescheduleNoticeMinutes
        bookingWindowDays = calendar.settings.bookingWindowDays
        dailyLimit = calendar.settings.dailyLimit
        deskSeesBookings = calendar.desk.seesBookings
        organisationId = calendar.desk.organisation
    }
}

extension AvailabilityView.OneOff {
    init(_ each: OneOffInterval, _ id: UUID) {
        self.init(
            id: id, kind: each.kind == .open ? "open" : "busy", startTime: Date(epochSeconds: each.interval.start),
            endTime: Date(epochSeconds: each.interval.end))
    }
}

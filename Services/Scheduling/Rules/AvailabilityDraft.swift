import CareModels
import Foundation

/// What a provider sends to publish hours, as it came; `AvailabilityRule` checks and applies it.
struct AvailabilityDraft: Decodable, Sendable {
    struct Weekly: Decodable, Sendable {
        var weekday: String
        var start: String
        var end: String
    }

    struct Hours: Decodable, Sendable {
        var start: String
        var end: String
    }

    struct Override: Decodable, Sendable {
        var date: String
        /// Empty: closed on that date.
        var intervals: [Hours]
    }

    struct OneOff: Decodable, Sendable {
        /// As it was read; what has the same kind and times keeps it.
        var id: UUID?
        /// `open` or `busy`.
        var kind: String
        var startTime: Date
        var endTime: Date
    }

    var timeZone: String?
    var weekly: [Weekly]?
    var overrides: [Override]?
    var intervals: [OneOff]?
    var slotMinutes: Int?
    var bufferBeforeMinutes: Int?
    var bufferAfterMinutes: Int?
    var minimumNoticeMinutes: Int?
    var cancelNoticeMinutes: Int?
    var rescheduleNoticeMinutes: Int?
    var bookingWindowDays: Int?
    /// `null` takes the limit away; absent leaves it.
    var dailyLimit: Nullable<Int>?
}

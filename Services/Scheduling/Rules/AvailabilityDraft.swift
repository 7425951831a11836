import CareModels
import Foundation

/// What a provider sends to publish hours, as it came; `AvailabilityRule` checks and applies it. A list that is cleared
/// is empty, a limit or an organisation that is cleared is none; the rest cannot be cleared.
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

    var timeZone: Patched<String> = .absent
    var weekly: Patched<[Weekly]> = .absent
    var overrides: Patched<[Override]> = .absent
    var intervals: Patched<[OneOff]> = .absent
    var slotMinutes: Patched<Int> = .absent
    var bufferBeforeMinutes: Patched<Int> = .absent
    var bufferAfterMinutes: Patched<Int> = .absent
    var minimumNoticeMinutes: Patched<Int> = .absent
    var cancelNoticeMinutes: Patched<Int> = .absent
    var rescheduleNoticeMinutes: Patched<Int> = .absent
    var bookingWindowDays: Patched<Int> = .absent
    var dailyLimit: Patched<Int> = .absent
    var deskSeesBookings: Patched<Bool> = .absent
    /// Cleared: the only one in which they practise.
    var organisationId: Patched<OrganisationID> = .absent
}

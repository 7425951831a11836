import CareModels
import Foundation
import HTTP

/// Checks the two ends of a time that a client asks for: each by itself, and then whether any provider could have such a slot.
enum SlotBody {
    static func slot(_ startTime: Date?, _ endTime: Date?, _ checks: inout Checks) throws(Booking.Refusal) -> Interval? {
        checks.check(startTime != nil, "startTime", "is required")
        checks.check(endTime != nil, "endTime", "is required")
        guard let start = seconds(startTime, "startTime", &checks), let end = seconds(endTime, "endTime", &checks) else { return nil }
        let slot = Interval(start: start, end: end)
        try Booking.checkLength(of: slot)
        return slot
    }

    /// Of a change: what is absent stays.
    static func change(_ startTime: Date?, _ endTime: Date?, _ checks: inout Checks) throws(Booking.Refusal) -> TimeChange {
        let change = TimeChange(start: seconds(startTime, "startTime", &checks), end: seconds(endTime, "endTime", &checks))
        // Of one end alone it is the appointment that says how long it is.
        if let start = change.start, let end = change.end { try Booking.checkLength(of: Interval(start: start, end: end)) }
        return change
    }

    private static func seconds(_ instant: Date?, _ field: String, _ checks: inout Checks) -> Int? {
        guard let instant else { return nil }
        let seconds = AvailabilityRule.wholeSeconds(instant)
        checks.check(seconds != nil, field, "must be a whole second between the years 1970 and 9999")
        return seconds
    }
}

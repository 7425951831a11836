import CareModels
import Foundation
import HTTP

/// Checks the two ends of a time that a client asks for: each by itself, and then whether any provider could have such a slot.
enum SlotBody {
    static func slot(_ startTime: Date?, _ endTime: Date?, _ checks: inout Checks) throws(Booking.Refusal) -> Interval? {
        checks.check(startTime != nil, "startTime", "is required")
        checks.check(endTime != nil, "endTime", "is required")
        guard let startTime, let endTime else { return nil }
        guard let start = AvailabilityRule.wholeSeconds(startTime) else {
            checks.fail("startTime", "must be a whole second between the years 1970 and 9999")
            return nil
        }
        guard let end = AvailabilityRule.wholeSeconds(endTime) else {
            checks.fail("endTime", "must be a whole second between the years 1970 and 9999")
            return nil
        }
        let slot = Interval(start: start, end: end)
        try Booking.checkLength(of: slot)
        return slot
    }
}

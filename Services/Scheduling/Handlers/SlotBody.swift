import CareModels
import Foundation
import HTTP

/// Checks the two ends of a time that a client asks for.
enum SlotBody {
    static func slot(_ startTime: Date?, _ endTime: Date?, _ checks: inout Checks) -> Interval? {
        checks.check(startTime != nil, "startTime", "is required")
        checks.check(endTime != nil, "endTime", "is required")
        guard let startTime, let endTime else { return nil }
        guard let start = AvailabilityRule.wholeSeconds(startTime) else {
            checks.fail("startTime", "must be a whole second between the years 1970 and 9999")
            return nil
        }
        guard let end = AvailabilityRule.wholeSeconds(endTime), end > start else {
            checks.fail("endTime", "must be a whole second after startTime")
            return nil
        }
        guard end - start <= Booking.longestMinutes * 60 else {
            checks.fail("endTime", "must be at most \(Booking.longestMinutes / 60) hours after startTime")
            return nil
        }
        return Interval(start: start, end: end)
    }
}

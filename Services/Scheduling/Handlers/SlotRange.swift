import CareModels
import CareService
import Foundation

/// `?from=&to=` of a search for slots: five days from now unless given, at most 31.
enum SlotRange {
    static let defaultDays = 5
    static let mostDays = 31

    static func read(_ request: Request, now: Date) throws -> Interval {
        let start = try request.query.instant("from") ?? now
        let end = try request.query.instant("to") ?? start.addingTimeInterval(Double(defaultDays * LocalDate.secondsPerDay))
        var validation = Validation()
        let years = 0.0...4_102_444_800
        validation.check(years.contains(start.timeIntervalSince1970), "from", "must be between the years 1970 and 2099")
        validation.check(years.contains(end.timeIntervalSince1970), "to", "must be between the years 1970 and 2099")
        try validation.done()
        // Slots begin on whole seconds: rounding both up keeps exactly those that begin from `from` until before `to`.
        let range = Interval(start: Int(start.timeIntervalSince1970.rounded(.up)), end: Int(end.timeIntervalSince1970.rounded(.up)))
        validation.check(range.start < range.end, "to", "must be after from")
        validation.check(
            range.end - range.start <= mostDays * LocalDate.secondsPerDay, "to", "must be at most \(mostDays) days after from")
        try validation.done()
        return range
    }
}

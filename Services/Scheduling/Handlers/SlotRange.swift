import CareModels
import Foundation
import HTTP

/// `?from=&to=` of a search for slots: five days from now unless given, at most 31.
enum SlotRange {
    static let defaultDays = 5
    static let mostDays = 31

    /// Nil of a page further on, which is in the range of the first one.
    static func read(_ request: Request, now: Date) throws -> Interval? {
        var checks = Checks()
        let (from, to) = (try checks.read(request.query.instant("from")), try checks.read(request.query.instant("to")))
        try checks.doneWithEnds()
        guard request.query["after"] == nil else { return nil }
        let start = from ?? now
        let end = to ?? start.addingTimeInterval(Double(defaultDays * LocalDate.secondsPerDay))
        checks.known(start, "from")
        checks.known(end, "to")
        try checks.doneWithEnds()
        // Slots begin on whole seconds: rounding both up keeps exactly those that begin from `from` until before `to`.
        let range = Interval(start: Int(start.timeIntervalSince1970.rounded(.up)), end: Int(end.timeIntervalSince1970.rounded(.up)))
        checks.check(range.start < range.end, "to", "must be after from")
        checks.check(
            range.end - range.start <= mostDays * LocalDate.secondsPerDay, "to", "must be at most \(limit: mostDays) days after from")
        try checks.done()
        return range
    }
}

extension Checks {
    /// Throws when an end of the range failed: it is compared with nothing then.
    fileprivate func doneWithEnds() throws {
        if isFaulty("from") || isFaulty("to") { try done() }
    }

    /// An instant of the years that calendars are known of.
    mutating func known(_ instant: Date?, _ field: String) {
        guard let instant else { return }
        check((0...4_102_444_800).contains(instant.timeIntervalSince1970), field, "must be between the years 1970 and 2099")
    }
}

/// Where an answer with slots goes on: in the range of the first one, whose ends may be relative to when it was asked.
struct SlotPlace: Sendable {
    var range: Interval
    /// With the slots that begin after this instant; nil for all of the range.
    var after: Int?

    init(_ range: Interval, after: Int? = nil) {
        self.range = range
        self.after = after
    }

    /// From the cursor's three fields at `index`; nil on the first page. A client may have forged them.
    init?(_ page: PageRequest, at index: Int) throws {
        guard let after = try page.int(at: index), let start = try page.int(at: index + 1), let end = try page.int(at: index + 2) else { return nil }
        let seconds = 0...4_102_444_800
        guard after <= seconds.upperBound, seconds.contains(start), seconds.contains(end), (1...SlotRange.mostDays * LocalDate.secondsPerDay).contains(end - start) else {
            throw PageRequest.fault
        }
        self.init(Interval(start: start, end: end), after: after < 0 ? nil : after)
    }

    var fields: [String] { [after ?? -1, range.start, range.end].map(String.init) }
}

import CareModels
import Foundation

/// What becomes of each heart rate of a batch.
enum HeartRateBatch {
    static let most = 500
    /// One a minute, on average: what keeps a week's series bounded.
    static let mostPerDay = 1440
    /// A phone's clock may be ahead of ours by so much, in seconds.
    static let clockSkew = 300.0
    /// 2000-01-01T00:00:00Z
    static let earliest = Date(timeIntervalSince1970: 946_684_800)

    /// An item as it came.
    struct Item: Sendable {
        var at: Date?
        var bpm: Double?
        var kind: String?
        /// What could not be read of it.
        var faults: [Fault] = []

        /// It is no object at all.
        static let unreadable = Fault("item", "expected an object with at, bpm and kind")
    }

    enum Outcome: Equatable, Sendable {
        case recorded(HeartRate)
        /// The same value is stored for that instant, or comes earlier in the batch.
        case duplicate(HeartRate)
        case refused([Fault])

        /// What was accepted, new or not.
        var heartRate: HeartRate? {
            switch self {
            case .recorded(let heartRate), .duplicate(let heartRate): heartRate
            case .refused: nil
            }
        }
    }

    /// The instants that a heart rate may be of.
    static func times(now: Date) -> ClosedRange<Date> { earliest...max(earliest, now.addingTimeInterval(clockSkew)) }

    /// The heart rate that an item gives, or all that is wrong with it.
    static func check(_ item: Item, now: Date) throws(Faults) -> HeartRate {
        if item.faults == [Item.unreadable] { throw Faults(Item.unreadable) }
        var checks = Checks(item.faults)
        func check(_ condition: Bool, _ field: String, _ message: Text) {
            if !checks.isFaulty(field) { checks.check(condition, field, message) }
        }
        check(item.at != nil, "at", "is required")
        check(item.bpm != nil, "bpm", "is required")
        check(item.kind != nil, "kind", "is required")
        if let at = item.at {
            let times = times(now: now)
            check(at >= times.lowerBound, "at", "must not be before 2000-01-01T00:00:00Z")
            check(at <= times.upperBound, "at", "must not be more than \(limit: Int(clockSkew / 60)) minutes ahead of now")
        }
        if let bpm = item.bpm {
            let range = HeartRate.range
            check(range.contains(bpm), "bpm", "must be from \(BPM.text(range.lowerBound)) to \(limit: Int(range.upperBound)) beats per minute")
        }
        if let kind = item.kind { check(kind == "resting", "kind", "must be resting") }
        let (at, bpm) = try checks.done(item.at, item.bpm)
        return HeartRate(at: at, bpm: bpm)
    }

    /// Of each by itself; throws when nobody waits for it any more.
    static func checked(_ items: [Item], now: Date) throws -> [Result<HeartRate, Faults>] {
        try items.map { item in
            try Task.checkCancellation()
            return Result { () throws(Faults) in try check(item, now: now) }
        }
    }

    /// - Parameters:
    ///   - known: what is stored at the instants of the batch, by their milliseconds.
    ///   - withdrawn: what the patient has withdrawn at these instants, likewise.
    ///   - counts: of how many instants of each day (UTC) of the batch something is kept, also that it was withdrawn: otherwise who sends and withdraws
    ///     goes on for ever.
    ///   - replaced: whose place the one of the batch takes: in its day there is room for it.
    static func sort(
        _ checked: [Result<HeartRate, Faults>], known: [Int: Double], withdrawn: [Int: Double] = [:], counts: [LocalDate: Int], replacing replaced: HeartRate? = nil
    ) -> [Outcome] {
        var known = known
        var counts = counts
        if let replaced { counts[day(of: replaced.at)] = 0 }
        return checked.map { each in
            let heartRate: HeartRate
            switch each {
            case .failure(let faults): return .refused(faults.all)
            case .success(let success): heartRate = success
            }
            if let stored = known[heartRate.milliseconds] {
                if stored == heartRate.bpm { return .duplicate(heartRate) }
                return .refused([Fault("at", "already has another value; one heart rate is kept for an instant")])
            }
            if withdrawn[heartRate.milliseconds] == heartRate.bpm {
                return .refused([Fault("bpm", "was withdrawn at that instant; another value may take its place")])
            }
            let day = day(of: heartRate.at)
            guard counts[day, default: 0] < mostPerDay else {
                return .refused([Fault("at", "its day (UTC) has \(mostPerDay) heart rates already, the most that are kept")])
            }
            known[heartRate.milliseconds] = heartRate.bpm
            counts[day, default: 0] += 1
            return .recorded(heartRate)
        }
    }

    /// The day in UTC by which heart rates are counted.
    static func day(of instant: Date) -> LocalDate { LocalTime(instant, in: .utc).date }
}

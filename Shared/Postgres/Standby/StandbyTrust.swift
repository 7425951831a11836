/// Whether a standby is worth asking: one that was away or behind is left alone for a while, and then one read finds out for all others whether it is back. So a
/// standby that is away costs one read a second its patience, not every one.
///
/// Pure: time comes from outside.
struct StandbyTrust: Sendable {
    typealias Instant = ContinuousClock.Instant

    enum Verdict: Sendable {
        case fit, unfit
        /// The read ended before anything was known.
        case undecided
    }

    static let rest = Duration.seconds(1)

    private var restsUntil: Instant?
    private var isTried = false

    mutating func mayAsk(now: Instant) -> Bool {
        guard let restsUntil else { return true }
        guard now >= restsUntil, !isTried else { return false }
        isTried = true
        return true
    }

    mutating func ended(_ verdict: Verdict, now: Instant) {
        isTried = false
        switch verdict {
        case .fit: restsUntil = nil
        case .unfit: restsUntil = now + Self.rest
        case .undecided: break
        }
    }
}

/// A bucket of tokens: `burst` of them at once, then `perSecond` more. Who uses it keeps the levels, and brings the time.
struct TokenBucket: Sendable {
    struct Level: Sendable, Equatable {
        var tokens: Double
        /// In seconds of a clock that only goes on.
        var filledAt: Double
    }

    let burst: Double
    let perSecond: Double

    func full(at now: Double) -> Level { Level(tokens: burst, filledAt: now) }

    /// Takes so many tokens, though no more than there can be at once: nil when they were there, otherwise the seconds until they will be.
    func take(_ level: inout Level, _ count: Int = 1, at now: Double) -> Double? {
        let wanted = min(Double(count), burst)
        level.tokens = min(burst, level.tokens + max(0, now - level.filledAt) * perSecond)
        level.filledAt = now
        guard level.tokens >= wanted else { return (wanted - level.tokens) / perSecond }
        level.tokens -= wanted
        return nil
    }

    /// Takes what was used already, be it more than there was: then there are none for the longer.
    func charge(_ level: inout Level, _ used: Double, at now: Double) {
        level.tokens = min(burst, level.tokens + max(0, now - level.filledAt) * perSecond) - used
        level.filledAt = now
    }

    /// Until it is full again, in seconds.
    func untilFull(_ level: Level) -> Double { (burst - level.tokens) / perSecond }
}

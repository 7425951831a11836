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

    /// Takes a token: nil when there was one, otherwise the seconds until there will be.
    func take(_ level: inout Level, at now: Double) -> Double? {
        level.tokens = min(burst, level.tokens + max(0, now - level.filledAt) * perSecond)
        level.filledAt = now
        guard level.tokens >= 1 else { return (1 - level.tokens) / perSecond }
        level.tokens -= 1
        return nil
    }

    /// Until it is full again, in seconds.
    func untilFull(_ level: Level) -> Double { (burst - level.tokens) / perSecond }
}

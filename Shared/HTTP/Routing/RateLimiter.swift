import CareModels
import NIOCore
import Synchronization

/// Token buckets by key (an address, an account), in this process's memory and bounded: the least used keys are forgotten.
/// With many replicas each counts for itself; the gateway limits as a whole.
package final class RateLimiter: Sendable {
    private let bucket: TokenBucket
    private let levels: Mutex<BoundedCache<String, TokenBucket.Level>>
    private let clock: @Sendable () -> Double

    /// `burst` at once, then one more each `interval`; at most about `keys` buckets are kept. `clock`: in seconds, and only
    /// going on; this machine's unless a test brings another.
    package init(burst: Int, every interval: Duration, keys: Int = 20_000, clock: (@Sendable () -> Double)? = nil) {
        let parts = interval.components
        bucket = TokenBucket(burst: Double(burst), perSecond: 1 / max(1e-9, Double(parts.seconds) + Double(parts.attoseconds) / 1e18))
        levels = Mutex(BoundedCache(capacity: keys))
        if let clock { self.clock = clock } else { self.clock = { NIODeadline.now().seconds } }
    }

    /// So many at once, and so many a minute.
    package convenience init(perMinute count: Int, clock: (@Sendable () -> Double)? = nil) {
        self.init(burst: count, every: Duration.seconds(60) / count, clock: clock)
    }

    /// Takes a token: nil when there was one, otherwise the seconds until there will be.
    package func take(_ key: String) -> Double? { take(key, at: clock()) }

    /// Throws the 429 problem, with Retry-After, when there are not so many tokens, or not all that there may be at once; with a count of 0, when more was charged than
    /// there was.
    package func check(_ key: String, count: Int = 1) throws {
        if let wait = take(key, count, at: clock()) { throw Problem.tooManyRequests(retryAfter: max(1, Int(wait.rounded(.up)))) }
    }

    /// Takes what turned out to be used.
    package func charge(_ key: String, _ used: Double) {
        let now = clock()
        levels.withLock { levels in
            var level = levels[key] ?? bucket.full(at: now)
            bucket.charge(&level, used, at: now)
            levels[key] = level
        }
    }

    /// The token that was taken was not used after all.
    package func giveBack(_ key: String) { charge(key, -1) }

    /// Forgets what `key` has used (after a success, for instance).
    package func reset(_ key: String) { levels.withLock { $0[key] = nil } }

    private func take(_ key: String, _ count: Int = 1, at now: Double) -> Double? {
        levels.withLock { levels in
            var level = levels[key] ?? bucket.full(at: now)
            defer { levels[key] = level }
            return bucket.take(&level, count, at: now)
        }
    }
}

extension NIODeadline {
    /// Of a clock that only goes on.
    var seconds: Double { Double(uptimeNanoseconds) / 1e9 }
}

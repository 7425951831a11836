import NIOCore
import Synchronization

/// Token buckets by key (an address, an account), in this process's memory and bounded: the least used keys are forgotten.
/// With many replicas each counts for itself; the gateway limits as a whole.
package final class RateLimiter: Sendable {
    private struct Bucket {
        var tokens: Double
        var filledAt: NIODeadline
    }

    private let burst: Double
    private let perSecond: Double
    private let buckets: Mutex<BoundedCache<String, Bucket>>

    /// `burst` at once, then one more each `interval`; at most about `keys` buckets are kept.
    package init(burst: Int, every interval: Duration, keys: Int = 20_000) {
        self.burst = Double(burst)
        let parts = interval.components
        perSecond = 1 / max(1e-9, Double(parts.seconds) + Double(parts.attoseconds) / 1e18)
        buckets = Mutex(BoundedCache(capacity: keys))
    }

    /// Takes a token: nil when there was one, otherwise the seconds until there will be.
    package func take(_ key: String) -> Double? { take(key, at: .now()) }

    /// Throws the 429 problem, with Retry-After, when there is no token.
    package func check(_ key: String) throws {
        if let wait = take(key) { throw Problem.tooManyRequests(retryAfter: max(1, Int(wait.rounded(.up)))) }
    }

    /// Forgets what `key` has used (after a success, for instance).
    package func reset(_ key: String) { buckets.withLock { $0[key] = nil } }

    func take(_ key: String, at now: NIODeadline) -> Double? {
        buckets.withLock { buckets in
            var bucket = buckets[key] ?? Bucket(tokens: burst, filledAt: now)
            let elapsed = Double((now - bucket.filledAt).nanoseconds) / 1e9
            bucket.tokens = min(burst, bucket.tokens + max(0, elapsed) * perSecond)
            bucket.filledAt = now
            let wait = bucket.tokens >= 1 ? nil : (1 - bucket.tokens) / perSecond
            if wait == nil { bucket.tokens -= 1 }
            buckets[key] = bucket
            return wait
        }
    }
}

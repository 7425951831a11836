import CareModels
import Synchronization
import Telemetry

/// How many requests a caller may make of this replica: a person through one app, for whomever they act, or a machine. So one app that runs wild takes nothing from a person's
/// other apps, nor from others behind their address. In memory, each replica for itself: with several a caller has as many times as much.
final class CallerQuota: Sendable {
    private struct Caller: Hashable {
        let user: UserID?
        let client: String
    }

    /// What is left to a caller after a request.
    struct Standing: Equatable {
        var remaining: Int
        /// Seconds until all of it is there again.
        var reset: Int
        /// Seconds to wait, when there was nothing left.
        var wait: Int?
    }

    private static let spent = Counter("http_requests_over_quota_total", "requests of callers who had spent CARE_CALLER_REQUESTS_A_MINUTE")

    /// `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-09, section 3).
    let policy: String
    private let bucket: TokenBucket
    private let levels = Mutex(BoundedCache<Caller, TokenBucket.Level>(capacity: 20_000))

    init(perMinute: Int) {
        policy = "\"caller\";q=\(perMinute);w=60"
        bucket = TokenBucket(burst: Double(perMinute), perSecond: Double(perMinute) / 60)
    }

    /// Counts a request; `now` is in seconds of a clock that only goes on.
    func count(_ identity: Identity, at now: Double) -> Standing {
        let caller = Caller(user: identity.actorID ?? identity.userID, client: identity.clientID)
        let (wait, level) = levels.withLock { levels in
            var level = levels[caller] ?? bucket.full(at: now)
            let wait = bucket.take(&level, at: now)
            levels[caller] = level
            return (wait, level)
        }
        if wait != nil { Self.spent.add() }
        return Standing(
            remaining: Int(level.tokens), reset: Int(bucket.untilFull(level).rounded(.up)), wait: wait.map { max(1, Int($0.rounded(.up))) })
    }

    /// Says in an answer what is left (section 4).
    func describe(_ standing: Standing, in response: inout Response) {
        response.headers.add(name: "RateLimit-Policy", value: policy)
        response.headers.add(name: "RateLimit", value: "\"caller\";r=\(standing.remaining);t=\(standing.reset)")
    }
}

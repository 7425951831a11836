import Foundation
import HTTP
import Sealing
import Telemetry

/// The issuer's public keys by `kid`. They are fetched on first need, then every `interval`, used or not, so that a key which was
/// withdrawn ends here within that time; and at once for an unknown `kid` (which is how a rotation is noticed), never more often
/// than `pause`; while no key is known, and so nobody can be served, after each `firstPause`. While the issuer is away the keys that
/// are known stay good: its outage must not stop the other services.
actor KeyCache {
    typealias Fetch = @Sendable () async throws -> [JSONWebKey]

    /// There is no key at all, since the issuer has not been reached yet.
    struct Unavailable: ProblemConvertible {
        var problem: Problem { .unavailable(retryAfter: 2) }
    }

    private static let fetchFailures = Counter("token_key_fetch_failures_total", "JWKS that could not be fetched")
    private static let fetched = Gauge(
        "token_keys_fetched_timestamp_seconds",
        "when the JWKS was last fetched, in seconds since 1970: keys withdrawn since then are not known here yet", unit: .seconds)

    private let fetch: Fetch
    private let interval: Duration
    private let pause: Duration
    private let firstPause: Duration
    private var keys: [String: IssuerKey] = [:]
    private var isFetched = false
    private var triedAt: ContinuousClock.Instant?
    private var running: Task<Void, Never>?
    private var polling: Task<Void, any Error>?

    init(interval: Duration = .seconds(30), pause: Duration = .seconds(5), firstPause: Duration = .milliseconds(250), fetch: @escaping Fetch) {
        self.fetch = fetch
        self.interval = interval
        self.pause = pause
        self.firstPause = firstPause
    }

    deinit { polling?.cancel() }

    /// nil when the issuer has no such key.
    func key(_ kid: String) async throws -> IssuerKey? {
        if let key = keys[kid] { return key }
        let isTooSoon = triedAt.map { ContinuousClock.now - $0 < (isFetched ? pause : firstPause) } ?? false
        if !isTooSoon { startFetching() }
        await running?.value
        guard isFetched else { throw Unavailable() }
        return keys[kid]
    }

    /// Fetches them now, or waits for who is fetching them.
    func refresh() async {
        startFetching()
        await running?.value
    }

    private func startFetching() {
        guard running == nil else { return }
        triedAt = .now
        running = Task {
            await self.read()
            self.running = nil
        }
        if polling == nil { polling = Self.polling(self, every: interval) }
    }

    private static func polling(_ cache: KeyCache, every interval: Duration) -> Task<Void, any Error> {
        Task { [weak cache] in
            while true {
                try await Task.sleep(for: interval)
                guard let cache else { return }
                await cache.refresh()
            }
        }
    }

    private func read() async {
        do {
            keep(try await fetch())
            Self.fetched.set(Date().timeIntervalSince1970.rounded(.down))
        } catch {
            Self.fetchFailures.add()
            Log.warning("signing keys not fetched", ["error": String(reflecting: type(of: error)), "known": String(keys.count)])
        }
    }

    /// A key that is published as before stays the same; any other is withdrawn.
    private func keep(_ fetched: [JSONWebKey]) {
        var next: [String: IssuerKey] = [:]
        for key in fetched {
            let known = keys[key.kid]
            next[key.kid] = known?.published == key ? known : IssuerKey(key)
        }
        for (kid, key) in keys where next[kid]?.admission !== key.admission { key.admission.withdraw() }
        keys = next
        isFetched = true
    }
}

import Foundation
import NIOCore

/// The issuer's public keys by `kid`. They are fetched on first need, again when they are old (in the background, the old ones
/// serve meanwhile) and for an unknown `kid` (which is how a rotation is noticed), never more often than `pause`; while no key
/// is known, and so nobody can be served, after each `firstPause`. While the issuer is away the keys that are known stay good:
/// its outage must not stop the other services.
actor KeyCache {
    typealias Fetch = @Sendable () async throws -> [JSONWebKey]

    /// There is no key at all, since the issuer has not been reached yet.
    struct Unavailable: ProblemConvertible {
        var problem: Problem { .unavailable(retryAfter: 2) }
    }

    private let fetch: Fetch
    private let lifetime: Duration
    private let pause: Duration
    private let firstPause: Duration
    private var keys: [String: VerificationKey] = [:]
    private var fetchedAt: ContinuousClock.Instant?
    private var triedAt: ContinuousClock.Instant?
    private var running: Task<Void, Never>?

    init(lifetime: Duration = .seconds(300), pause: Duration = .seconds(5), firstPause: Duration = .milliseconds(250), fetch: @escaping Fetch) {
        self.fetch = fetch
        self.lifetime = lifetime
        self.pause = pause
        self.firstPause = firstPause
    }

    /// nil when the issuer has no such key.
    func key(_ kid: String) async throws -> VerificationKey? {
        if let key = keys[kid] {
            if let fetchedAt, ContinuousClock.now - fetchedAt > lifetime { startFetching() }
            return key
        }
        startFetching()
        await running?.value
        guard fetchedAt != nil else { throw Unavailable() }
        return keys[kid]
    }

    private func startFetching() {
        guard running == nil else { return }
        if let triedAt, ContinuousClock.now - triedAt < (fetchedAt == nil ? firstPause : pause) { return }
        triedAt = .now
        running = Task {
            await self.refresh()
            self.running = nil
        }
    }

    private func refresh() async {
        do {
            let fetched = try await fetch()
            var keys: [String: VerificationKey] = [:]
            for key in fetched { keys[key.kid] = key.verificationKey }
            self.keys = keys
            fetchedAt = .now
        } catch {
            Metrics.count("token_key_fetch_failures_total")
            Log.warning("signing keys not fetched", ["error": String(reflecting: type(of: error)), "known": String(keys.count)])
        }
    }
}

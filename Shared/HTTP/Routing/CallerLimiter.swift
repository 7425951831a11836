import CareModels

/// How often a caller may do something: a person through one app, whoever acts for them there, so often; through all of theirs together, and by all who act for them,
/// twice as often. So an app that runs wild leaves its person's other apps what they need, and somebody who acts for another leaves it to them; and many apps are not
/// many persons. A machine is counted by its client. In memory, each replica for itself.
package final class CallerLimiter: Sendable {
    private let each: RateLimiter
    private let together: RateLimiter

    /// `burst` at once, then one more each `interval`; at most about `keys` buckets of each kind are kept. `clock`: a test's
    /// own (`RateLimiter`).
    package init(burst: Int, every interval: Duration, keys: Int = 20_000, clock: (@Sendable () -> Double)? = nil) {
        each = RateLimiter(burst: burst, every: interval, keys: keys, clock: clock)
        together = RateLimiter(burst: 2 * burst, every: interval / 2, keys: keys, clock: clock)
    }

    /// So many at once, and so many a minute.
    package convenience init(perMinute count: Int, clock: (@Sendable () -> Double)? = nil) {
        self.init(burst: count, every: Duration.seconds(60) / count, clock: clock)
    }

    /// Throws the 429 problem, with Retry-After, when there are not so many left, or not all that there may be at once. What an app may not do by itself takes nothing
    /// from what all may together.
    package func check(_ caller: Identity, count: Int = 1) throws {
        try check("\(CallerID(caller))", by: caller.actorID.map { "\($0)" } ?? "-", caller.clientID, count: count)
    }

    /// The same of a person through the app of this id; without one, as on pages of the platform's own, these are counted as an app.
    package func check(person: String, client: String = "") throws {
        try check("user \(person)", by: "-", client, count: 1)
    }

    private func check(_ whole: String, by actor: String, _ client: String, count: Int) throws {
        try each.check("\(whole) \(actor) \(client)", count: count)
        try together.check(whole, count: count)
    }
}

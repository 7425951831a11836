import Foundation

/// Growing delays after failed logins, counted for an account's name (whether or not it exists) and for an address.
enum LockOut {
    struct Policy: Equatable, Sendable {
        /// Failures that cost nothing.
        var free: Int
        /// Seconds after the first that costs; doubles with each.
        var first: TimeInterval
        var most: TimeInterval
        /// After so long without a failure the count starts again.
        var forgetAfter: TimeInterval

        static let account = Policy(free: 5, first: 1, most: 900, forgetAfter: 86_400)
        /// Many people share an address (a clinic's), so it is patient and forgets soon.
        static let address = Policy(free: 100, first: 1, most: 300, forgetAfter: 3600)
    }

    struct State: Equatable, Sendable {
        var failures: Int
        var lastFailedAt: Date
        var blockedUntil: Date?
    }

    /// Whole seconds to wait before the next try; nil when it may be now.
    static func wait(_ state: State?, now: Date) -> Int? {
        guard let until = state?.blockedUntil, until > now else { return nil }
        return Int(until.timeIntervalSince(now).rounded(.up))
    }

    static func check(_ state: State?, now: Date) throws(LoginRefusal) {
        if let seconds = wait(state, now: now) { throw .blocked(seconds) }
    }

    /// The state after one more failure.
    static func failed(_ state: State?, policy: Policy, now: Date) -> State {
        let remembered = state.map { now.timeIntervalSince($0.lastFailedAt) < policy.forgetAfter } ?? false
        let failures = (remembered ? state?.failures ?? 0 : 0) + 1
        guard failures > policy.free else { return State(failures: failures, lastFailedAt: now, blockedUntil: nil) }
        let doublings = min(failures - policy.free - 1, 30)
        let delay = min(policy.most, policy.first * Double(1 << doublings))
        return State(failures: failures, lastFailedAt: now, blockedUntil: now.addingTimeInterval(delay))
    }
}

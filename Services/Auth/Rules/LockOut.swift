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
        /// Seconds between the tries of others behind an address that waits.
        var turns: TimeInterval = 2

        static let account = Policy(free: 5, first: 1, most: 900, forgetAfter: 86_400)
        /// Many people share an address (a clinic's), so it is patient, forgets soon, and gives turns while it waits.
        static let address = Policy(free: 100, first: 1, most: 300, forgetAfter: 3600)
    }

    struct State: Equatable, Sendable {
        var failures: Int
        var lastFailedAt: Date
        var blockedUntil: Date?
        /// Of an address: when it last let in a name that has not failed too often itself.
        var turnTakenAt: Date?
    }

    /// Whole seconds to wait before the next try; nil when it may be now.
    static func wait(_ state: State?, now: Date) -> Int? {
        guard let until = state?.blockedUntil, until > now else { return nil }
        return Int(until.timeIntervalSince(now).rounded(.up))
    }

    /// Whole seconds until an address that waits lets the next name in; nil when it may be now. `name`: what is counted for it, under `policy`. Whoever guesses behind a
    /// clinic's address shuts nobody out for good: a name that has not failed too often itself has its turn, one every few seconds, however many ask.
    static func waitForTurn(of name: State?, _ policy: Policy, at address: State, _ addresses: Policy, now: Date) -> Int? {
        guard let seconds = wait(address, now: now) else { return nil }
        if let name, name.failures >= policy.free, now.timeIntervalSince(name.lastFailedAt) < policy.forgetAfter { return seconds }
        guard let next = address.turnTakenAt?.addingTimeInterval(addresses.turns), next > now else { return nil }
        return min(seconds, Int(next.timeIntervalSince(now).rounded(.up)))
    }

    static func check(_ state: State?, now: Date) throws(LoginRefusal) {
        if let seconds = wait(state, now: now) { throw .blocked(seconds) }
    }

    /// The state after one more failure.
    static func failed(_ state: State?, policy: Policy, now: Date) -> State {
        let remembered = state.map { now.timeIntervalSince($0.lastFailedAt) < policy.forgetAfter } ?? false
        let failures = (remembered ? state?.failures ?? 0 : 0) + 1
        guard failures > policy.free else { return State(failures: failures, lastFailedAt: now, blockedUntil: nil, turnTakenAt: state?.turnTakenAt) }
        let doublings = min(failures - policy.free - 1, 30)
        let delay = min(policy.most, policy.first * Double(1 << doublings))
        return State(failures: failures, lastFailedAt: now, blockedUntil: now.addingTimeInterval(delay), turnTakenAt: state?.turnTakenAt)
    }
}

import Foundation

/// How many sign-ups may come from one address in an hour: accounts made and names found taken alike, since each tells whether there is
/// such an account.
enum SignUpQuota {
    static let window: TimeInterval = 3600

    struct State: Equatable, Sendable {
        var tries: Int
        /// When the first of them was.
        var since: Date
    }

    /// Too many from this address; seconds to wait.
    struct Refusal: Error, Equatable { var seconds: Int }

    static func check(_ state: State?, most: Int, now: Date) throws(Refusal) {
        if let seconds = wait(state, most: most, now: now) { throw Refusal(seconds: seconds) }
    }

    /// Whole seconds to wait before the next; nil when it may be now.
    static func wait(_ state: State?, most: Int, now: Date) -> Int? {
        guard let state, state.tries >= most, isOpen(state, now: now) else { return nil }
        return max(1, Int(state.since.addingTimeInterval(window).timeIntervalSince(now).rounded(.up)))
    }

    /// The state after one more.
    static func counted(_ state: State?, now: Date) -> State {
        guard let state, isOpen(state, now: now) else { return State(tries: 1, since: now) }
        return State(tries: state.tries + 1, since: state.since)
    }

    /// Clocks of replicas may differ; one that is far ahead must not shut an address out.
    private static func isOpen(_ state: State, now: Date) -> Bool { abs(now.timeIntervalSince(state.since)) < window }
}

import Outbox

/// Waits with an end, also for work that does not heed cancellation.
final class Deadline: Sendable {
    private let done = StopFlag()
    private let wake = Wake()

    private init() {}

    /// True when `body` ended by `instant`; otherwise it is cancelled and left to itself, at once when this task is cancelled.
    static func wait(until instant: ContinuousClock.Instant, _ body: @escaping @Sendable () async -> Void) async -> Bool {
        let clock = ContinuousClock()
        let deadline = Deadline()
        // Unstructured on purpose: a structured child would be waited for beyond the deadline.
        let task = Task {
            await body()
            deadline.done.set()
            deadline.wake.raise()
        }
        while !deadline.done.isSet, clock.now < instant, !Task.isCancelled {
            await deadline.wake.wait(instant - clock.now)
        }
        if deadline.done.isSet { return true }
        task.cancel()
        return false
    }
}

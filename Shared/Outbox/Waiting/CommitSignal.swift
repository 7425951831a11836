import Synchronization

/// Tells the workers of this process that something was committed for them. Process-wide on purpose: a transaction does not
/// know who works on what it leaves, and a wake-up too many costs a worker one look at an empty queue.
final class CommitSignal: Sendable {
    static let outbox = CommitSignal()
    static let timers = CommitSignal()

    private struct State {
        var next = 0
        var listeners: [Int: Wake] = [:]
    }

    private let state = Mutex(State())

    func raise() {
        let listeners = state.withLock { Array($0.listeners.values) }
        for wake in listeners { wake.raise() }
    }

    /// Raises `wake` with every signal, as long as `body` runs.
    func waking<Result>(_ wake: Wake, while body: () async throws -> Result) async rethrows -> Result {
        let id = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = wake
            return state.next
        }
        defer { state.withLock { $0.listeners[id] = nil } }
        return try await body()
    }
}

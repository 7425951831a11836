import Foundation

/// Those who wait for one thing. Who is cancelled waits no longer, and the thing goes on for the others.
final class Waiters<Value: Sendable>: Sendable {
    private struct State {
        var waiting: [UUID: CheckedContinuation<Value, any Error>] = [:]
        /// Cancelled before they were there.
        var gone: Set<UUID> = []
    }

    private let state = Locked(State())

    /// Waits after `begin` was run; what it leads to may come at once.
    func wait(isolation: isolated (any Actor)? = #isolation, _ begin: () -> Void) async throws -> Value {
        let id = UUID()
        // Cancelled just when it had its value.
        defer { state.withLock { _ = $0.gone.remove(id) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isGone = state.withLock { state in
                    if state.gone.remove(id) != nil { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isGone { return continuation.resume(throwing: CancellationError()) }
                begin()
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiting.removeValue(forKey: id)
                if waiter == nil { state.gone.insert(id) }
                return waiter
            }
            waiter?.resume(throwing: CancellationError())
        }
    }

    func resume(with result: Result<Value, any Error>) {
        let all = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for waiter in all { waiter.resume(with: result) }
    }
}

import Foundation
import Synchronization

/// A wake-up that coalesces: any number of raises before a wait are one. For one waiter at a time.
package final class Wake: Sendable {
    private struct State {
        var isRaised = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    package func raise() {
        let waiter = state.withLock { state in
            let waiter = state.waiter
            state.waiter = nil
            state.isRaised = waiter == nil
            return waiter
        }
        waiter?.resume()
    }

    /// Returns when raised, when `timeout` has passed or when the task is cancelled. It may also return early for no reason:
    /// the caller looks again at what it waits for.
    package func wait(_ timeout: Duration) async {
        let timer = Task {
            try await Task.sleep(for: timeout)
            raise()
        }
        defer { timer.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let raised = state.withLock { state in
                    if state.isRaised {
                        state.isRaised = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if raised { continuation.resume() }
            }
        } onCancel: {
            raise()
        }
    }
}

import Synchronization

/// Becomes true, or fails, once; anyone may wait for it.
final class Started: Sendable {
    private enum State {
        case waiting([CheckedContinuation<Void, any Error>])
        case ended(Result<Void, any Error>)
    }

    private let state = Mutex(State.waiting([]))

    func succeed() { end(.success(())) }
    func fail(_ error: any Error) { end(.failure(error)) }

    private func end(_ result: Result<Void, any Error>) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
            guard case .waiting(let waiters) = state else { return [] }
            state = .ended(result)
            return waiters
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    func wait() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state -> Result<Void, any Error>? in
                switch state {
                case .ended(let result): return result
                case .waiting(let waiters):
                    state = .waiting(waiters + [continuation])
                    return nil
                }
            }
            if let result { continuation.resume(with: result) }
        }
    }
}

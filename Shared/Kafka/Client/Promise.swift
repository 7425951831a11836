import Synchronization

/// A value that arrives once, for one waiter. It has three states because a cancellation, or the value, can come before the waiter.
final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case pending
        case waiting(CheckedContinuation<Value, Never>)
        case resolved(Value)
    }

    private let state = Mutex(State.pending)

    /// False when a value was there already: the caller keeps what it brought.
    @discardableResult
    func resolve(_ value: Value) -> Bool {
        let (waiter, isFirst) = state.withLock { state -> (CheckedContinuation<Value, Never>?, Bool) in
            switch state {
            case .resolved: return (nil, false)
            case .pending:
                state = .resolved(value)
                return (nil, true)
            case .waiting(let continuation):
                state = .resolved(value)
                return (continuation, true)
            }
        }
        waiter?.resume(returning: value)
        return isFirst
    }

    /// The value; or, when the task is cancelled first, what `ifCancelled` makes.
    func value(ifCancelled: @escaping @Sendable () -> Value) async -> Value {
        await withTaskCancellationHandler {
            await value()
        } onCancel: {
            resolve(ifCancelled())
        }
    }

    /// The value, even if the task is cancelled meanwhile.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state -> Value? in
                switch state {
                case .resolved(let value): return value
                case .pending:
                    state = .waiting(continuation)
                    return nil
                case .waiting: preconditionFailure("a promise has one waiter")
                }
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}

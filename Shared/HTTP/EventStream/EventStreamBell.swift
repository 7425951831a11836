import Synchronization

/// What wakes the one who waits for something to send.
package final class EventStreamBell: Sendable {
    package enum Event: Sendable {
        /// Someone called `nudge`, once or often.
        case nudged
        /// The server stops.
        case draining
        /// The client is gone; nothing can be sent any more.
        case closed
    }

    private struct State {
        var isNudged = false
        var isDraining = false
        var isClosed = false
        var waiter: CheckedContinuation<Event, Never>?

        /// The end overtakes a nudge.
        mutating func take() -> Event? {
            if isClosed { return .closed }
            if isDraining { return .draining }
            guard isNudged else { return nil }
            isNudged = false
            return .nudged
        }
    }

    private let state = Mutex(State())

    func next() async -> Event {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let event = state.withLock { state -> Event? in
                    if let event = state.take() { return event }
                    precondition(state.waiter == nil, "a stream has one reader")
                    state.waiter = continuation
                    return nil
                }
                if let event { continuation.resume(returning: event) }
            }
        } onCancel: {
            ring { $0.isClosed = true }
        }
    }

    func nudge() { ring { $0.isNudged = true } }
    func drain() { ring { $0.isDraining = true } }

    private func ring(_ change: (inout State) -> Void) {
        let woken = state.withLock { state -> (CheckedContinuation<Event, Never>, Event)? in
            change(&state)
            guard let waiter = state.waiter, let event = state.take() else { return nil }
            state.waiter = nil
            return (waiter, event)
        }
        if let (waiter, event) = woken { waiter.resume(returning: event) }
    }
}

import Foundation

/// A value that anybody may follow: each follower gets it as it is now, then the newest whenever it has changed.
final class Broadcast<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var value: Value
        var followers: [UUID: AsyncStream<Value>.Continuation] = [:]
    }

    private let state: Locked<State>

    init(_ value: Value) { state = Locked(State(value: value)) }

    var value: Value { state.withLock { $0.value } }

    func set(_ value: Value) { change { $0 = value } }

    func change(_ change: (inout Value) -> Void) {
        state.withLock { state in
            let before = state.value
            change(&state.value)
            guard state.value != before else { return }
            for follower in state.followers.values { follower.yield(state.value) }
        }
    }

    func follow() -> AsyncStream<Value> {
        let (stream, follower) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        follower.onTermination = { [weak self] _ in self?.state.withLock { $0.followers[id] = nil } }
        state.withLock { state in
            state.followers[id] = follower
            follower.yield(state.value)
        }
        return stream
    }
}

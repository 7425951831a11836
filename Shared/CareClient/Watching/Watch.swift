import Foundation

/// Something to watch: `for try await`, as often and from as many places as one likes. Each begins with what is known, then gets it whole whenever it
/// changes; who is slow gets the newest. It ends when its task is cancelled or the client is closed, and with an error when there is nothing to show and nothing to
/// be had.
public struct Watch<Value: Sendable>: AsyncSequence, Sendable {
    /// The value, with how far to trust it.
    public typealias Element = Watched<Value>

    let source: Source<Value>
    let watchers: Watchers

    /// What `for try await` asks for.
    public func makeAsyncIterator() -> AsyncThrowingStream<Watched<Value>, any Error>.Iterator {
        let (stream, follower) = AsyncThrowingStream<Watched<Value>, any Error>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        let (source, watchers) = (source, watchers)
        let entering = Task { await watchers.follow(source, id, follower) }
        follower.onTermination = { _ in
            Task {
                // Whoever leaves has entered.
                await entering.value
                await watchers.leave(source, id)
            }
        }
        return stream.makeAsyncIterator()
    }

    /// The value once it is as on the server, or what is known when the server cannot be reached, or has not answered within three seconds; throws a
    /// ``CareError`` when nothing is.
    public func current() async throws -> Value { try await current(patience: patience) }

    func current(patience: Duration) async throws -> Value {
        let state = Locked((known: Value?.none, isOver: false))
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                // Whoever watches it already may show what was there before.
                await watchers.readAgain(source.name)
                for try await watched in self {
                    let isOver = state.withLock { state in
                        state.known = watched.data
                        return state.isOver
                    }
                    if isOver || watched.refreshingState != .refreshing && !watched.isBeingRead { return watched.data }
                }
                // It has ended by itself.
                try Task.checkCancellation()
                throw CareError.closed
            }
            group.addTask {
                try await Task.sleep(for: patience)
                return state.withLock { state in
                    state.isOver = true
                    return state.known
                }
            }
            while let ended = try await group.next() { if let ended { return ended } }
            throw CancellationError()
        }
    }
}

/// By the machine's clock, since a test's passes at once: whoever has something to show does not wait for a network that says nothing.
private let patience = Duration.seconds(3)

import Foundation

/// Something to watch: `for try await`, as often and from as many places as one likes. Each begins with what is known, then gets it whole whenever it
/// changes; who is slow gets the newest. It ends when its task is cancelled, and with an error when there is nothing to show and nothing to be had.
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

    /// The value once it is as on the server, or what is known when the server cannot be reached; throws a ``CareError`` when nothing is.
    public func current() async throws -> Value {
        for try await watched in self {
            switch watched.refreshingState {
            case .refreshing: continue
            case .refreshed, .failed: return watched.data
            }
        }
        throw CancellationError()
    }
}

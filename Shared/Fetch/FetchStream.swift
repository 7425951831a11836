import Synchronization

/// A response whose body comes as it is made, such as server-sent events.
package struct FetchStream<Part: Sendable>: Sendable {
    package var status: Int
    /// In the server's order.
    package var headers: [(name: String, value: String)]
    /// The body, as it comes, and its end. Throws when it broke off. Who stops iterating ends the transfer.
    package var parts: AsyncThrowingStream<Part, any Error>
    /// Ends it: nobody reads on. Twice does no harm.
    package var close: @Sendable () -> Void
}

/// Tells who asked for a stream what comes: its head, then the parts.
final class StreamTeller: Sendable {
    private let waiting: Mutex<CheckedContinuation<FetchResponse, any Error>?>
    private let take: @Sendable (UnsafeRawBufferPointer) -> Bool
    private let finish: @Sendable ((any Error)?) -> Void

    /// `take` says false when nobody takes what comes, or too slowly.
    init(
        _ waiting: CheckedContinuation<FetchResponse, any Error>, take: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
        finish: @escaping @Sendable ((any Error)?) -> Void
    ) {
        self.waiting = Mutex(waiting)
        (self.take, self.finish) = (take, finish)
    }

    func hear(_ head: FetchResponse) { begun()?.resume(returning: head) }

    func hear(_ part: UnsafeRawBufferPointer) -> Bool { take(part) }

    func end(_ outcome: Result<FetchResponse, any Error>) {
        begun()?.resume(with: outcome)
        if case .failure(let error) = outcome { finish(error) } else { finish(nil) }
    }

    /// Who waits for the head, the first time.
    private func begun() -> CheckedContinuation<FetchResponse, any Error>? {
        waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }
}

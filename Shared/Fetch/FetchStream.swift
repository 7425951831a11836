import Synchronization

/// A response whose body comes as it is made, such as server-sent events.
package struct FetchStream: Sendable {
    package var status: Int
    /// In the server's order.
    package var headers: [(name: String, value: String)]
    /// The body, as it comes, and its end. Throws a `FetchError` when it broke off. Who stops iterating ends the transfer.
    package var parts: AsyncThrowingStream<[UInt8], any Error>
    /// Ends it: nobody reads on. Twice does no harm.
    package var close: @Sendable () -> Void
}

/// Tells who asked for a stream what comes: its head, then the parts.
final class StreamTeller: Sendable {
    private let waiting: Mutex<CheckedContinuation<FetchResponse, any Error>?>
    private let parts: AsyncThrowingStream<[UInt8], any Error>.Continuation

    init(_ waiting: CheckedContinuation<FetchResponse, any Error>, _ parts: AsyncThrowingStream<[UInt8], any Error>.Continuation) {
        self.waiting = Mutex(waiting)
        self.parts = parts
    }

    func hear(_ head: FetchResponse) { begun()?.resume(returning: head) }

    /// False when nobody takes what comes, or too slowly.
    func hear(_ part: [UInt8]) -> Bool { if case .enqueued = parts.yield(part) { true } else { false } }

    func end(_ outcome: Result<FetchResponse, any Error>) {
        begun()?.resume(with: outcome)
        if case .failure(let error) = outcome { parts.finish(throwing: error) } else { parts.finish() }
    }

    /// Who waits for the head, the first time.
    private func begun() -> CheckedContinuation<FetchResponse, any Error>? {
        waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }
}

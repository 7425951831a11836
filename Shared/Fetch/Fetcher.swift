/// Asks servers that are not ours, over TLS: libcurl, whose transfers one thread carries. Connections are kept and bounded; certificates are checked
/// always; no cookies, no credentials of files, no redirects unless they are asked for. For the platform's own insides there is `HTTPClient`.
package final class Fetcher: Sendable {
    private let loop: TransferLoop

    /// What is over `mostConnections` waits, within its deadline.
    package init(mostConnections: Int = 64) { loop = TransferLoop(mostConnections: mostConnections) }

    deinit { loop.close() }

    /// The whole response, whatever its status. Throws a `FetchError`, or `CancellationError` as soon as the task is cancelled.
    package func fetch(_ request: FetchRequest) async throws -> FetchResponse {
        let transfer = try Transfer(request)
        return try await carry(loop.newID()) { waiting in (transfer, { waiting.resume(with: $0) }) }
    }

    /// Once the response's head is there. The request's deadline is for connecting, for the head, and for each silence in the body, since that has no end;
    /// `mostBytes` does not count. Parts, as `read` makes them, that nobody takes are kept, `mostParts` of them; then it is broken off. Throws a `FetchError`, or
    /// `CancellationError` as soon as the task is cancelled; the parts throw the same, as `fault` makes it.
    package func open<Part: Sendable>(
        _ request: FetchRequest, mostParts: Int = 1024, fault: @escaping @Sendable (any Error) -> any Error = { $0 },
        read: @escaping @Sendable (UnsafeRawBufferPointer) -> Part
    ) async throws -> FetchStream<Part> {
        let (parts, teller) = AsyncThrowingStream<Part, any Error>.makeStream(bufferingPolicy: .bufferingOldest(mostParts))
        let transfer = try Transfer(request, isStream: true)
        let id = loop.newID()
        teller.onTermination = { [loop] _ in loop.cancel(id) }
        let head = try await carry(id) { waiting in
            let stream = StreamTeller(waiting) { part in
                if case .enqueued = teller.yield(read(part)) { true } else { false }
            } finish: { error in
                teller.finish(throwing: error.map(fault))
            }
            transfer.tell(stream)
            return (transfer, stream.end)
        }
        return FetchStream(status: head.status, headers: head.headers, parts: parts) { [loop] in loop.cancel(id) }
    }

    /// `begin` gives the transfer, and what is to be done with its outcome.
    private func carry(
        _ id: Int, _ begin: (CheckedContinuation<FetchResponse, any Error>) -> (Transfer, @Sendable (Result<FetchResponse, any Error>) -> Void)
    ) async throws -> FetchResponse {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting in
                let (transfer, end) = begin(waiting)
                loop.begin(TransferLoop.Job(id: id, transfer: transfer, end: end))
                // Cancelled before it was there to be cancelled.
                if Task.isCancelled { loop.cancel(id) }
            }
        } onCancel: {
            loop.cancel(id)
        }
    }
}

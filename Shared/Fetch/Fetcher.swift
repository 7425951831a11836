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
        let id = loop.newID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiting in
                loop.begin(TransferLoop.Job(id: id, transfer: transfer, waiting: waiting))
                // Cancelled before it was there to be cancelled.
                if Task.isCancelled { loop.cancel(id) }
            }
        } onCancel: {
            loop.cancel(id)
        }
    }
}

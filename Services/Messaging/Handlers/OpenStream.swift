import HTTP

/// `GET /stream`: the live tail of the caller's feed, over a WebSocket. The route lets who has no token in, for a ticket's sake.
struct OpenStream: Sendable {
    let dependencies: Dependencies
    let callers: StreamCallers
    let streams: StreamServer

    func handle(_ request: Request) async throws -> Response {
        // Before the ticket is spent.
        try Response.checkWebSocket(request)
        let owner = try await callers.owner(request)
        let streams = streams
        return try .webSocket(request, dependencies.settings.socket) { socket in await streams.serve(socket, for: owner) }
    }
}

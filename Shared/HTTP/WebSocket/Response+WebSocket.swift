import NIOCore

extension Response {
    /// Answers a handshake: the connection leaves HTTP and `body` runs with its WebSocket, in a task of its own that is
    /// cancelled when the socket ends; when `body` returns, the socket is closed with what it returns.
    ///
    /// Throws the problem for a request that is no handshake (426), or from a page of an origin that is not registered (403). Check who the caller
    /// is before.
    package static func webSocket(
        _ request: Request, _ settings: WebSocketSettings = WebSocketSettings(),
        _ body: @escaping @Sendable (WebSocket) async -> WebSocketClose
    ) throws -> Response {
        let accept = try Handshake.accept(request)
        try Handshake.checkOrigin(request)
        var response = Response(.switchingProtocols, headers: ["Sec-WebSocket-Accept": accept])
        response.upgrade = ProtocolUpgrade(name: "websocket") { channel, budget in
            channel.eventLoop.makeCompletedFuture {
                let socket = WebSocket(channel, mostWaiting: settings.mostWaiting)
                try channel.pipeline.syncOperations.addHandler(WebSocketHandler(socket, channel, settings, budget.share(), body))
            }
        }
        return response
    }

    /// The same checks, for a handler that has something to spend (a ticket) before it answers.
    package static func checkWebSocket(_ request: Request) throws {
        _ = try Handshake.accept(request)
        try Handshake.checkOrigin(request)
    }
}

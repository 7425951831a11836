extension Response {
    /// Answers with server-sent events, for as long as `body` runs: it is cancelled when the client goes, and hears when the server stops. A client that
    /// does not take an event within `writeDeadline` is broken off.
    package static func eventStream(writeDeadline: Duration, _ body: @escaping @Sendable (EventStream) async throws -> Void) -> Response {
        let bell = EventStreamBell()
        let endless = ResponseStream.Endless(writeDeadline: writeDeadline) { bell.drain() }
        return Response(
            .ok,
            // Nobody on the way may keep it, pack it, or wait for more of it (the last is nginx's).
            headers: ["Content-Type": EventStream.mediaType, "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"],
            stream: ResponseStream(endless) { write in try await body(EventStream(bell, write)) })
    }
}

extension EventStream {
    static let mediaType = "text/event-stream"
}

extension Request {
    /// It names the media type of server-sent events, as every browser's EventSource does. What takes anything (`*/*`) does not ask for them.
    package var asksForEventStream: Bool {
        method == .GET && headers[canonicalForm: "Accept"].contains { Self.names(EventStream.mediaType, $0) }
    }

    /// Not with a weight of nothing.
    private static func names(_ type: String, _ range: Substring) -> Bool {
        let (value, parameters) = HeaderParameters.parse(String(range))
        return value.lowercased() == type && parameters["q"].flatMap(Double.init) != 0
    }

    /// The page that asks, as its browser says, may: its origin is registered, or it names none. Throws the problem otherwise.
    package func checkOrigin() throws { try Handshake.checkOrigin(self) }
}

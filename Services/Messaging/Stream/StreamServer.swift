import CareModels
import CareService
import HTTP

/// Serves the streams that this replica holds.
struct StreamServer: Sendable {
    let dependencies: Dependencies
    let verifier: TokenVerifier
    /// What a user's streams may say: a client resumes once and authorizes every few minutes.
    let commands = RateLimiter(burst: 100, every: .milliseconds(250))

    /// One stream, from its beginning to how it is closed.
    func serve(_ socket: WebSocket, for owner: StreamOwner) async -> WebSocketClose {
        let patience = dependencies.settings.resumePatience.seconds
        let session = StreamSession(owner, over: .webSocket, resumeWithin: patience, now: dependencies.tokenClock) { socket.nudge() }
        let conversation = StreamConversation(
            dependencies: dependencies, session: session, socket: socket, tail: tail(session, SocketCarrier(socket: socket)), verifier: verifier,
            commands: commands)
        return await hold(session) { await conversation.run() } ?? .tooMany
    }

    /// The same over server-sent events. Throws when the client is gone.
    func serve(_ stream: EventStream, for owner: StreamOwner, from start: EventConversation.Beginning) async throws {
        let session = StreamSession(owner, over: .events, heartbeat: EventConversation.heartbeat, now: dependencies.tokenClock) { stream.nudge() }
        let conversation = EventConversation(
            session: session, stream: stream, tail: tail(session, EventCarrier(stream: stream, session: session)), verifier: verifier)
        let isDone: Void? = try await hold(session) { try await conversation.run(from: start) }
        if isDone == nil { try await conversation.end(.tooMany) }
    }

    private func tail(_ session: StreamSession, _ carrier: any StreamCarrier) -> FeedTail {
        FeedTail(dependencies: dependencies, session: session, carrier: carrier)
    }

    /// Nil when the user has too many open.
    private func hold<Result: Sendable>(_ session: StreamSession, _ body: @Sendable () async throws -> Result) async rethrows -> Result? {
        guard dependencies.hub.add(session) else { return nil }
        defer { dependencies.hub.remove(session) }
        dependencies.watch.enter(dependencies.hub, dependencies.pool)
        defer { dependencies.watch.leave() }
        return try await body()
    }
}

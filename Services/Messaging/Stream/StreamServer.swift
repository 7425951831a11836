import CareModels
import CareService
import HTTP

/// Serves the streams that this replica holds, tens of thousands of them. One object: what it needs is not to be held by each stream.
final class StreamServer: Sendable {
    let dependencies: Dependencies
    let verifier: TokenVerifier
    /// What a user's streams may say: a client resumes once and authorizes every few minutes.
    let commands = RateLimiter(burst: 100, every: .milliseconds(250))

    init(dependencies: Dependencies, verifier: TokenVerifier) {
        self.dependencies = dependencies
        self.verifier = verifier
    }

    /// One stream, from its beginning to how it is closed.
    func serve(_ socket: WebSocket, for owner: StreamOwner) async -> WebSocketClose {
        let conversation = conversation(over: socket, for: owner)
        guard enter(conversation.session) else { return .tooMany }
        defer { leave(conversation.session) }
        return await conversation.run()
    }

    /// The same over server-sent events. Throws when the client is gone.
    func serve(_ stream: EventStream, for owner: StreamOwner, from start: EventConversation.Beginning) async throws {
        let conversation = conversation(over: stream, for: owner)
        guard enter(conversation.session) else { return try await conversation.end(.tooMany) }
        defer { leave(conversation.session) }
        try await conversation.run(from: start)
    }

    // Apart from where a stream waits: what is needed to make one is not held until it ends.
    @inline(never)
    private func conversation(over socket: WebSocket, for owner: StreamOwner) -> StreamConversation {
        let patience = dependencies.settings.resumePatience.seconds
        let session = StreamSession(owner, over: .webSocket, resumeWithin: patience, now: dependencies.tokenClock) { socket.nudge() }
        let tail = FeedTail(server: self, session: session, carrier: SocketCarrier(socket: socket))
        return StreamConversation(server: self, session: session, socket: socket, tail: tail)
    }

    @inline(never)
    private func conversation(over stream: EventStream, for owner: StreamOwner) -> EventConversation {
        let session = StreamSession(owner, over: .events, heartbeat: EventConversation.heartbeat, now: dependencies.tokenClock) { stream.nudge() }
        let tail = FeedTail(server: self, session: session, carrier: EventCarrier(stream: stream, session: session))
        return EventConversation(session: session, stream: stream, tail: tail)
    }

    /// False when the user has too many open. Who is let in leaves.
    private func enter(_ session: StreamSession) -> Bool {
        guard dependencies.hub.add(session) else { return false }
        dependencies.watch.enter(dependencies.hub, dependencies.pool)
        return true
    }

    private func leave(_ session: StreamSession) {
        dependencies.watch.leave()
        dependencies.hub.remove(session)
    }
}

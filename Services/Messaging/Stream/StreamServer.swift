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
        let session = StreamSession(owner, socket, resumeWithin: patience, now: dependencies.tokenClock)
        guard dependencies.hub.add(session) else { return .tryAgainLater("this user has too many streams open") }
        defer { dependencies.hub.remove(session) }
        dependencies.watch.enter(dependencies.hub, dependencies.pool)
        defer { dependencies.watch.leave() }
        return await StreamConversation(
            dependencies: dependencies, session: session, socket: socket, verifier: verifier, commands: commands
        ).run()
    }
}

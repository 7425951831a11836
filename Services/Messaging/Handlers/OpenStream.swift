import CareModels
import CareService
import Foundation
import HTTP

/// `GET /stream`: the live tail of the caller's feed, over a WebSocket. The token comes in the Authorization header, or a ticket in
/// its place.
struct OpenStream: Sendable {
    let dependencies: Dependencies
    let verifier: TokenVerifier
    /// Of a token. The route lets anyone in, for a ticket's sake.
    let access: Access
    /// What a user's streams may say: a client resumes once and authorizes every few minutes.
    let commands = RateLimiter(burst: 100, every: .milliseconds(250))

    func handle(_ request: Request) async throws -> Response {
        let settings = dependencies.settings
        // Before the ticket is spent.
        try Response.checkWebSocket(request, allowedOrigins: settings.origins)
        let owner = try await owner(request)
        let (dependencies, verifier, commands) = (dependencies, verifier, commands)
        return try .webSocket(request, allowedOrigins: settings.origins, settings.socket) { socket in
            let patience = settings.resumePatience.seconds
            let session = StreamSession(owner, socket, resumeWithin: patience, now: dependencies.clock)
            guard dependencies.hub.add(session) else { return .tryAgainLater("this user has too many streams open") }
            defer { dependencies.hub.remove(session) }
            dependencies.watch.enter(dependencies.hub, dependencies.pool)
            defer { dependencies.watch.leave() }
            return await StreamConversation(
                dependencies: dependencies, session: session, socket: socket, verifier: verifier, commands: commands
            ).run()
        }
    }

    private func owner(_ request: Request) async throws -> StreamOwner {
        if let identity = request.caller {
            try access.check(identity)
            return StreamOwner(userId: try identity.user(), sessionId: identity.sessionID, expiresAt: identity.expiresAt, key: identity.key)
        }
        guard let ticket = request.query["ticket"] else {
            throw Problem.unauthorized("Send an access token (Authorization: Bearer …), or a ticket of POST /stream/tickets (?ticket=…).")
        }
        let now = dependencies.now()
        let owner = try await dependencies.pool.withConnection { try await $0.takeTicket(hash: IssueTicket.hash(ticket), now: now) }
        guard var owner else { throw Problem.unauthorized("The ticket is unknown, was used, or has expired; take a fresh one.") }
        if let kid = IssueTicket.keyID(ticket) {
            guard let key = try await verifier.key(kid) else { throw Problem.unauthorized("The ticket's token is no longer good; take a fresh one.") }
            owner.key = key
        }
        return owner
    }
}

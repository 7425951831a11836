import CareModels
import HTTP

/// `DELETE /account/sessions/:id`: ends a session of one's own, also the one that asks, and the login of the browser that gave it.
struct EndOne: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id = try request.id("id", of: Session.self)
        try await dependencies.requireLiveSession(request)
        let end = EndOwnSession(now: dependencies.now)
        let origin = dependencies.origin(of: request, client: request.identity.clientID)
        let place = request.identity.sessionID.map(SignInPlace.session)
        try await dependencies.pool.transaction { tx in try await end(id, of: user, at: place, from: origin, tx) }
        return .noContent
    }
}

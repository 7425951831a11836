import CareModels
import HTTP

/// `DELETE /account/browsers/:id`: logs a browser of one's own out, also the one that gave the session that asks, with the sessions that live by its login.
struct EndOneBrowser: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id = try request.id("id", of: Browser.self)
        try await dependencies.requireLiveSession(request)
        let end = EndOwnBrowser(now: dependencies.now)
        let origin = dependencies.origin(of: request, client: request.identity.clientID)
        try await dependencies.pool.transaction { tx in try await end(id, of: user, from: origin, tx) }
        return .noContent
    }
}

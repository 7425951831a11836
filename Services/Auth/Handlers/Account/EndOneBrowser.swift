import CareModels
import HTTP

/// `DELETE /account/browsers/:id`: logs a browser of one's own out, also the one that gave the session that asks, with the sessions that live by its login.
struct EndOneBrowser: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let (id, end) = (try request.id("id", of: Browser.self), EndOwnBrowser(now: dependencies.now))
        return try await dependencies.ending(request) { own, tx in try await end(id, of: own.user, from: own.origin, tx) }
    }
}

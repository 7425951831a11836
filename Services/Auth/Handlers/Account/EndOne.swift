import CareModels
import HTTP

/// `DELETE /account/sessions/:id`: ends a session of one's own, also the one that asks, and the login of the browser that gave it.
struct EndOne: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let (id, end) = (try request.id("id", of: Session.self), EndOwnSession(now: dependencies.now))
        return try await dependencies.ending(request) { own, tx in try await end(id, of: own.user, at: own.place, from: own.origin, tx) }
    }
}

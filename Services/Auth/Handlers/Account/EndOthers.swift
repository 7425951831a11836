import CareModels
import HTTP

/// `DELETE /account/sessions`: logs one out everywhere else.
struct EndOthers: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        try await dependencies.requireLiveSession(request)
        guard let session = request.identity.sessionID else { throw Problem.forbidden("A machine's token has no session.") }
        let end = EndOwnSession(now: dependencies.now)
        let origin = dependencies.origin(of: request, client: request.identity.clientID)
        try await dependencies.pool.transaction { tx in try await end.others(than: .session(session), of: user, from: origin, tx) }
        return .noContent
    }
}

import CareModels
import HTTP

/// `DELETE /account/browsers`: logs every browser out but the one that gave the session that asks.
struct EndOtherBrowsers: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        try await dependencies.requireLiveSession(request)
        guard let session = request.identity.sessionID else { throw Problem.forbidden("A machine's token has no session.") }
        let end = EndOwnBrowser(now: dependencies.now)
        let origin = dependencies.origin(of: request, client: request.identity.clientID)
        try await dependencies.pool.transaction { tx in try await end.others(than: .session(session), of: user, from: origin, tx) }
        return .noContent
    }
}

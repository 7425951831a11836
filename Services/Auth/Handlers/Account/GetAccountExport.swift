import CareModels
import HTTP

/// `GET /account/export`: what Auth knows of oneself, as a file.
struct GetAccountExport: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        try await dependencies.requireOwnAppOrFreshSignIn(request)
        let export = ExportAccount(masters: dependencies.masters, now: dependencies.now)
        let origin = dependencies.origin(of: request, client: request.identity.clientID)
        let found = try await dependencies.pool.transaction { tx in try await export(user, from: origin, tx) }
        return try dependencies.answer(found, current: request.identity.sessionID)
    }
}

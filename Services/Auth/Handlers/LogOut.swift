import CareModels
import HTTP
import Postgres

extension Handlers {
    /// `POST /auth/logout`: ends the token's session, with its refresh tokens.
    func logOut(_ request: Request) async throws -> Response {
        let identity = request.identity
        guard let session = identity.sessionID else { throw Problem.forbidden("A machine's token has no session to end.") }
        try await requireLiveSession(request)
        try await dependencies.pool.transaction { tx in
            try await tx.revoke(session, reason: .logout, now: dependencies.now())
            try await tx.audit(dependencies.entry(.loggedOut, request, user: identity.userID, client: identity.clientID, session: session))
        }
        return .noContent
    }
}

import CareModels
import Foundation
import HTTP
import Postgres

extension Handlers {
    private struct Body: Decodable {
        var username: String
        var password: String
    }

    /// What a first-party app gets; it refreshes at `/oauth/token` with `client_id=careline`.
    struct LoginView: Codable, Equatable, Sendable {
        var accessToken: String
        var tokenType: String
        /// Seconds.
        var expiresIn: Int
        var refreshToken: String
        var scope: String
        var user: UserView
    }

    /// `POST /auth/login`: Careline's own apps, with every scope that the user can have.
    func logIn(_ request: Request) async throws -> Response {
        let body: Body = try request.decode()
        let refresh = RefreshToken.first()
        let client = Client.firstPartyID
        let (user, session) = try await authenticate(username: body.username, password: body.password, client: client, request: request) { user, tx in
            let session = newSession(user: user.id, client: client, scopes: Scopes.available(to: user.role), authTime: dependencies.now())
            try await tx.insert(session, refresh: refresh)
            try await tx.audit(dependencies.entry(.loggedIn, request, user: user.id, client: client, session: session.id))
            return (user, session)
        }
        let view = LoginView(
            accessToken: try await dependencies.tokens.access(for: session, role: user.role, now: dependencies.now()), tokenType: "Bearer",
            expiresIn: Int(dependencies.config.accessTokenLifetime), refreshToken: refresh.text, scope: Scopes.format(session.scopes),
            user: UserView(user))
        return try .json(view, headers: ["Cache-Control": "no-store"])
    }

    func newSession(user: UserID, client: String, scopes: Set<String>, authTime: Date) -> SessionRecord {
        let instant = dependencies.now()
        return SessionRecord(
            id: dependencies.newID(), userID: user, clientID: client, scopes: scopes, authTime: authTime, createdAt: instant,
            expiresAt: instant.addingTimeInterval(dependencies.config.sessionLifetime))
    }
}

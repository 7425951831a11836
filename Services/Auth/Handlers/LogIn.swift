import CareModels
import HTTP

/// `POST /auth/login`: Careline's own apps, with every scope that the user can have.
struct LogIn: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        // Before anything is read: neither a name nor a password is looked at.
        guard dependencies.settings.appsMayAskForPasswords else { throw Problem.forbidden(Self.isOff) }
        let body: LoginBody = try request.decode()
        let refresh = RefreshToken.first()
        let begin = BeginSession(
            admit: dependencies.admit, demanding: dependencies.settings.secondFactorRoles, lifetime: dependencies.settings.sessionLifetime, now: dependencies.now,
            newID: dependencies.newID)
        let authenticate = Authenticate(dependencies: dependencies)
        let (user, session) = try await authenticate(
            username: body.username, password: body.password, client: Client.firstPartyID, devices: body.devices, request
        ) { login in
            let session = try await dependencies.pool.transaction { tx in try await begin(login, code: body.code, refresh: refresh, tx) }
            return (login.user, session)
        }
        let view = LoginView(
            accessToken: try await dependencies.tokens.access(for: session, role: user.role),
            expiresIn: Int(dependencies.settings.accessTokenLifetime), refreshToken: refresh.text, scope: Scopes.format(session.scopes),
            deviceToken: dependencies.devices.token(for: user.username),
            user: UserView(user))
        return try .json(view, headers: ["Cache-Control": "no-store"])
    }

    static let isOff: Text = "On this platform no app asks for a password: send people to /oauth/authorize."
}

/// What a first-party app gets; it refreshes at `/oauth/token` with `client_id=careline`.
struct LoginView: Codable, Equatable, Sendable {
    var accessToken: String
    var tokenType = "Bearer"
    /// Seconds.
    var expiresIn: Int
    var refreshToken: String
    var scope: String
    /// Shown at the next login, it keeps others' guesses from shutting this app out.
    var deviceToken: String
    var user: UserView
}

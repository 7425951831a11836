/// What a first-party app gets; it refreshes at `/oauth/token` with `client_id=careline`.
struct LoginView: Codable, Equatable, Sendable {
    var accessToken: String
    var tokenType = "Bearer"
    /// Seconds.
    var expiresIn: Int
    var refreshToken: String
    var scope: String
    var user: UserView
}

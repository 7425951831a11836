/// By what somebody proves themselves to Careline's own apps.
struct LoginBody: Decodable {
    var username: String
    var password: String
    /// Of an earlier login with this app.
    var deviceToken: String?
    /// Of the second factor, or a recovery code, where the account has one.
    var code: String?

    /// Those that are known by the token.
    var devices: [String] { [deviceToken].compactMap { $0 } }
}

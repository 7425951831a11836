/// What the demo shows to everybody on this machine; made when absent.
struct DemoSecrets: Sendable {
    /// Of the demo's accounts.
    var password: String
    /// The token with which somebody registers clients of their own (RFC 7591).
    var invitation: String

    init(_ layout: Layout) throws {
        let secrets = Secrets(directory: layout.secrets)
        password = try secrets.password("demo-accounts")
        invitation = try secrets.password("demo-invitation")
    }
}

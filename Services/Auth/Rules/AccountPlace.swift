/// The pages of one's own account.
enum AccountPlace: String, CaseIterable, Sendable {
    case overview = "/account"
    case profile = "/account/profile"
    case password = "/account/change-password"
    case logins = "/account/logins"
    case invitations = "/account/invitations"
    case erasure = "/account/erase"

    var path: String { rawValue }

    /// The login page, which leads back here.
    func login(issuer: String) -> String {
        let pairs: [FormEncoding.Pair] = [
            ("response_type", "code"), ("client_id", Client.accountPagesID), ("redirect_uri", issuer + AccountPlace.overview.path), ("scope", "openid"),
            ("state", path)
        ]
        return "/oauth/authorize?" + FormEncoding.encode(pairs)
    }

    /// Where the login page leads back to; nil for an app, which gets a code.
    init?(returningTo request: AuthorizationRequest) {
        guard request.clientID == Client.accountPagesID else { return nil }
        self = request.state.flatMap(AccountPlace.init(rawValue:)) ?? .overview
    }
}

extension Client {
    /// Our own pages, which use the login page as apps do. They are in no table, and get no code: the browser's login is what they go by.
    static let accountPagesID = "careline-account"

    static func accountPages(issuer: String) -> Client {
        var client = Client(
            id: accountPagesID, name: "Careline", kind: .confidential, secretHash: nil, redirectURIs: [issuer + AccountPlace.overview.path], scopes: ["openid"],
            grants: [.authorizationCode], isFirstParty: true)
        client.requiresPKCE = false
        return client
    }
}

/// The pages of one's own account, and where those of operators begin.
enum AccountPlace: String, CaseIterable, Sendable {
    case overview = "/account"
    case profile = "/account/profile"
    case picture = "/account/picture"
    case email = "/account/change-email"
    case password = "/account/change-password"
    case factors = "/account/factors"
    case logins = "/account/logins"
    case export = "/account/data"
    case guardianships = "/account/guardianships"
    case invitations = "/account/invitations"
    case erasure = "/account/erase"
    /// Where one lets in a device without a keyboard.
    case device = "/device"
    case administration = "/admin"

    var path: String { rawValue }

    /// Whether somebody sends its form so often as they may (`Allowances`): not what they shut others out of their account by.
    var isCounted: Bool { ![.logins, .password, .erasure].contains(self) }

    /// The parameter that says where somebody was on their way to: an app's authorization request.
    static let goOn = "go_on"
    /// Of `state`, which it goes through the login by.
    private static let longestWay = 1900

    /// The way on that an address or a form names. None where it is longer than an app's request: it goes into an address again, with each byte as three.
    static func wayOn(_ query: String?) -> String? { query.flatMap { (1...AuthorizationRequest.longest).contains($0.utf8.count) ? $0 : nil } }

    /// For who was on their way to an app.
    func path(goingOn query: String?) -> String { query.map { path + "?" + FormEncoding.encode([(Self.goOn, $0)]) } ?? path }

    /// The login page, which leads back here, and from here to the app that somebody was on their way to (`goOn`). `missing`: what the sign-in that there is lacks.
    func login(issuer: String, withTwoFactors: Bool = false, missing: StepUp.Refusal? = nil, goOn: String? = nil) -> String {
        let way = goOn.flatMap { $0.isEmpty || $0.utf8.count > Self.longestWay ? nil : "?" + $0 } ?? ""
        var pairs: [FormEncoding.Pair] = [
            ("response_type", "code"), ("client_id", Client.accountPagesID), ("redirect_uri", issuer + AccountPlace.overview.path), ("scope", "openid"),
            ("state", path + way)
        ]
        if missing != nil { pairs.append(("max_age", String(Int(StepUp.longest)))) }
        if withTwoFactors || missing?.wantsTwoFactors == true { pairs.append(("acr_values", AuthenticationContext.twoFactors)) }
        return "/oauth/authorize?" + FormEncoding.encode(pairs)
    }

    /// Where the login page leads back to, and the app that leads on to; nil for an app, which gets a code.
    static func returning(to request: AuthorizationRequest) -> (place: AccountPlace, goOn: String?)? {
        guard request.clientID == Client.accountPagesID else { return nil }
        let parts = (request.state ?? "").split(separator: "?", maxSplits: 1).map(String.init)
        guard let place = parts.first.flatMap(AccountPlace.init(rawValue:)) else { return (.overview, nil) }
        return (place, place == .factors && parts.count == 2 ? parts[1] : nil)
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

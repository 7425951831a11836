import CareModels
import HTTP

/// A browser's request about an authorization request: what the app asked for, and whose browser it is.
struct Visit: Sendable {
    var query: String
    var authorization: AuthorizationRequest
    var client: Client
    var browser: Browser
    /// Which its pages are in.
    var language: Language
    /// What the forms of its pages carry.
    var form: FormContext
    /// Whether browsers have passkeys for us.
    var takesPasskeys: Bool

    /// Whom the answer goes to.
    var target: AuthorizationRequest.Target {
        .init(redirectURI: authorization.redirectURI, state: authorization.state, mode: authorization.responseMode)
    }

    /// The authorization request once more, by the browser itself.
    func startingAnew() -> Response {
        .redirect(to: "/oauth/authorize?" + FormEncoding.encode(FormEncoding.again(query)), headers: ["Cache-Control": "no-store"])
    }

    /// Back to the authorization request, now logged in.
    func goingOn(loggedInBy secret: String, lifetime: Int, devices: [String]) -> Response {
        let rest = AuthorizationRequest.afterLogin(FormEncoding.again(query))
        var headers = browser.sessionHeaders(secret, maxAge: lifetime)
        headers.add(contentsOf: browser.deviceHeaders(devices, maxAge: KnownDevices.lifetime))
        headers.add(name: "Cache-Control", value: "no-store")
        return .redirect(to: "/oauth/authorize?" + FormEncoding.encode(rest), headers: headers)
    }
}

extension BrowserLogin {
    init(_ secret: String, _ browser: Browser) { self.init(tokenHash: Secret.hash(secret), replacing: browser.sessionHash, device: browser.device) }
}

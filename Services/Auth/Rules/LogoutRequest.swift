import CareModels

/// An app's wish that a person be logged out (OpenID Connect RP-Initiated Logout, 2), checked.
struct LogoutRequest: Equatable, Sendable {
    /// Shown to the person: nothing is ended, and nobody is sent anywhere.
    enum Fault: Error, Equatable { case repeated, unknownClient, anotherClient, wrongRedirect, tooLong, unreadable }

    /// What was sent. What we do not know may come as often as it likes.
    struct Parameters: Equatable, Sendable {
        var hint: String?
        var clientID: String?
        var redirectURI: String?
        var state: String?

        init(_ pairs: [FormEncoding.Pair]) throws(Fault) {
            var values: [String: String] = [:]
            for pair in pairs where Self.known.contains(pair.name) && !pair.value.isEmpty {
                guard values.updateValue(pair.value, forKey: pair.name) == nil else { throw .repeated }
            }
            (hint, clientID, redirectURI, state) = (
                values["id_token_hint"], values["client_id"], values["post_logout_redirect_uri"], values["state"]
            )
        }

        private static let known: Set<String> = ["id_token_hint", "client_id", "post_logout_redirect_uri", "state"]
    }

    /// Whom an id token of ours speaks of.
    var hint: IDTokenHint?
    /// What came as one is none of ours, or was changed.
    private(set) var hasBrokenHint = false
    /// Where the browser goes afterwards; nil: it stays with us.
    var target: AuthorizationRequest.Target?

    /// `hint` and `client` are what was found of what the parameters name. With a hint that is broken nobody is sent anywhere: who asks is not known.
    init(_ parameters: Parameters, hint: IDTokenHint?, client: Client?) throws(Fault) {
        self.hint = hint
        if let hint, let named = parameters.clientID, named != hint.clientID { throw .anotherClient }
        hasBrokenHint = parameters.hint != nil && hint == nil
        if hasBrokenHint || parameters.clientID == nil && hint == nil { return }
        guard let client else { throw .unknownClient }
        guard let redirectURI = parameters.redirectURI else { return }
        guard RedirectURI.matches(redirectURI, registered: client.postLogoutRedirectURIs) else { throw .wrongRedirect }
        let state = parameters.state
        target = AuthorizationRequest.Target(redirectURI: redirectURI, state: (state?.utf8.count ?? 0) <= 2048 ? state : nil)
    }

    enum Step: Equatable {
        case logOut
        /// The person is asked: nothing says that it is they whom the app means.
        case ask
        /// Nobody is logged in, and nobody was named.
        case nothingToEnd
    }

    func step(signedIn: UserID?) -> Step {
        guard hint != nil else { return signedIn == nil ? .nothingToEnd : .ask }
        return isAbout(signedIn) ? .logOut : .ask
    }

    /// The app's session that ends too: never that of somebody else than who is at the browser.
    func session(signedIn: UserID?) -> SessionID? { isAbout(signedIn) ? hint?.session : nil }

    private func isAbout(_ signedIn: UserID?) -> Bool { signedIn == nil || signedIn?.description == hint?.subject }
}

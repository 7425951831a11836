import CareModels
import Foundation

/// A request to `/oauth/authorize`, checked (RFC 6749, 4.1.1; OAuth 2.1; OpenID Connect Core, 3.1.2.1).
struct AuthorizationRequest: Equatable, Sendable {
    enum Prompt: String, Sendable { case none, login, consent, selectAccount = "select_account" }

    var clientID: String
    var redirectURI: String
    var scopes: Set<String>
    var state: String?
    var nonce: String?
    /// Nil when a client that may go without PKCE does.
    var challenge: String?
    var prompts: Set<Prompt>
    /// Seconds since the login that the app puts up with.
    var maxAge: Int?
    var loginHint: String?
    /// The first of `ui_locales` that the pages are in.
    var language: Language?
    var claims = ClaimsRequest()
    var responseMode = ResponseMode.query
    /// One that was pushed: what it asks for of logins is met by one that came later, and a code is given for it once.
    var pushed: PushedRequest?
    /// Whether one factor is not enough, by `acr_values` or an essential `acr`.
    var demandsTwoFactors = false
    /// An id token of the person whom the app means, not looked at yet.
    var idTokenHint: String?
    /// Whose resources the app means to ask for (SMART's `aud`).
    var fhirBase: String?
    /// What a trusted app gave to the app that it opened, not looked at yet.
    var launchHandle: String?
    var launch: Launch?
    /// Of the key that the app will show when it exchanges the code (RFC 9449, 10).
    var keyThumbprint: String?

    /// How the answer reaches the app: in the query of its address, or in the body of a form that the browser sends there (OAuth 2.0 Form Post Response Mode).
    enum ResponseMode: String, Sendable, CaseIterable { case query, formPost = "form_post" }

    /// Whom the app's redirect goes to, once client and redirect address are known to be right.
    struct Target: Equatable, Sendable {
        var redirectURI: String
        var state: String?
        var mode = ResponseMode.query
    }

    /// Why nothing can be sent to the app: shown to the person instead, since the address may be an attacker's.
    enum PageFault: Error, Equatable { case unknownClient, wrongRedirect, wrongLoopback, repeated, tooLong, unreadable, notPushed }

    /// Bytes of a request, percent-encoded: it comes back in the address that a form's answer sends the browser to, and a gateway takes heads
    /// of some kilobytes only.
    static let longest = 8 << 10

    enum Outcome: Equatable {
        case valid(AuthorizationRequest)
        case page(PageFault)
        case redirect(Target, OAuthError)
    }

    /// What is read; of anything else it does not matter how often it comes (RFC 6749, 3.1).
    private static let known: Set<String> = [
        "client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce", "code_challenge", "code_challenge_method", "prompt",
        "max_age", "login_hint", "id_token_hint", "claims", "request", "request_uri", "acr_values", "display", "ui_locales", "claims_locales",
        "aud", "launch", "dpop_jkt"
    ]

    static func parse(_ pairs: [FormEncoding.Pair], client: Client?) -> Outcome {
        var values: [String: String] = [:]
        var repeated: Set<String> = []
        for pair in pairs where known.contains(pair.name) && !pair.value.isEmpty {
            if values.updateValue(pair.value, forKey: pair.name) != nil { repeated.insert(pair.name) }
        }
        if !repeated.isDisjoint(with: ["client_id", "redirect_uri"]) { return .page(.repeated) }
        guard let client else { return .page(.unknownClient) }
        guard let redirectURI = values["redirect_uri"], RedirectURI.matches(redirectURI, registered: client.redirectURIs) else {
            return .page(values["redirect_uri"].map(RedirectURI.isOfThisDevice) == true ? .wrongLoopback : .wrongRedirect)
        }
        // Which of two is meant nobody can tell.
        let (state, mode) = (repeated.contains("state") ? nil : values["state"], repeated.contains("response_mode") ? nil : values["response_mode"])
        let target = Target(
            redirectURI: redirectURI, state: (state?.utf8.count ?? 0) <= 2048 ? state : nil, mode: mode.flatMap(ResponseMode.init) ?? .query)
        do {
            let request = try parse(values, repeated: repeated, client: client, target: target)
            return .valid(request)
        } catch {
            return .redirect(target, error)
        }
    }

    private static func parse(
        _ values: [String: String], repeated: Set<String>, client: Client, target: Target
    ) throws(OAuthError) -> AuthorizationRequest {
        func check(_ condition: Bool, _ code: OAuthError.Code, _ description: String) throws(OAuthError) {
            if !condition { throw OAuthError(code, description) }
        }
        try check(repeated.isEmpty, .invalidRequest, "a parameter is sent more than once")
        try check(values["request"] == nil, .requestNotSupported, "request objects are not supported")
        try check(values["request_uri"] == nil, .requestURINotSupported, "request_uri is not supported")
        try check(values["response_type"] != nil, .invalidRequest, "response_type is required: code")
        try check(values["response_type"] == "code", .unsupportedResponseType, "response_type must be code")
        try check(client.grants.contains(.authorizationCode), .unauthorizedClient, "this client may not use the authorization code flow")
        try check(
            values["response_mode"].map { ResponseMode(rawValue: $0) != nil } ?? true, .invalidRequest, "response_mode must be query or form_post")
        try check((values["state"]?.utf8.count ?? 0) <= 2048, .invalidRequest, "state must have at most 2048 bytes")
        try check((values["nonce"]?.utf8.count ?? 0) <= 1024, .invalidRequest, "nonce must have at most 1024 bytes")
        let challenge = values["code_challenge"]
        try check(challenge != nil || !client.requiresPKCE, .invalidRequest, "code_challenge is required (PKCE, RFC 7636)")
        let hasPKCE = challenge != nil || values["code_challenge_method"] != nil
        try check(!hasPKCE || values["code_challenge_method"] == "S256", .invalidRequest, "code_challenge_method must be S256")
        try check(
            !hasPKCE || challenge.map(PKCE.isChallenge) ?? false, .invalidRequest, "code_challenge must be the base64url SHA-256 of the verifier")
        try check(values["dpop_jkt"].map(PKCE.isChallenge) ?? true, .invalidRequest, "dpop_jkt must be the base64url SHA-256 thumbprint of a key (RFC 7638)")
        let scopes = try Scopes.asked(values["scope"], within: client.grantable)
        try check(!scopes.isEmpty, .invalidScope, "scope must name at least one scope that this client may have")
        let launch = try LaunchParameters(audience: values["aud"], launch: values["launch"], scopes: scopes)
        let names = (values["prompt"] ?? "").split(separator: " ").map(String.init)
        let prompts = Set(names.compactMap(Prompt.init))
        try check(prompts.count == Set(names).count, .invalidRequest, "prompt must be none, login, consent or select_account")
        try check(!prompts.contains(.none) || prompts.count == 1, .invalidRequest, "prompt none goes with no other")
        let claims = try values["claims"].map { text throws(OAuthError) in try ClaimsRequest(text, of: client) }
        let maxAge = values["max_age"].map { Int($0) ?? -1 }
        try check((maxAge ?? 0) >= 0, .invalidRequest, "max_age must be a number of seconds")
        return AuthorizationRequest(
            clientID: client.id, redirectURI: target.redirectURI, scopes: scopes, state: target.state, nonce: values["nonce"],
            challenge: challenge, prompts: prompts, maxAge: maxAge, loginHint: values["login_hint"].map { String($0.prefix(64)) },
            language: values["ui_locales"].flatMap(Language.init(uiLocales:)), claims: claims ?? ClaimsRequest(), responseMode: target.mode,
            demandsTwoFactors: AuthenticationContext.demandsTwoFactors((values["acr_values"] ?? "").split(separator: " ").map(String.init))
                || AuthenticationContext.demandsTwoFactors(claims?.contexts ?? []),
            idTokenHint: values["id_token_hint"], fhirBase: launch.fhirBase, launchHandle: launch.handle, keyThumbprint: values["dpop_jkt"])
    }

    /// Whether the app is to be opened for a patient's records.
    var wantsPatient: Bool { Launch.isAboutPatient(scopes) }

    /// The same request after the person has just logged in: what asked for that is met.
    static func afterLogin(_ pairs: [FormEncoding.Pair]) -> [FormEncoding.Pair] {
        pairs.compactMap { pair in
            if pair.name == "max_age" { return nil }
            guard pair.name == "prompt" else { return pair }
            let rest = pair.value.split(separator: " ").filter { $0 != "login" && $0 != "select_account" }
            return rest.isEmpty ? nil : (pair.name, rest.joined(separator: " "))
        }
    }
}

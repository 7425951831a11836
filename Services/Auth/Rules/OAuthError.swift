/// An error of RFC 6749 (4.1.2.1, 5.2), OpenID Connect Core (3.1.2.6), RFC 6750, RFC 8628 (3.5) or RFC 9449 (5), with a description that says how to mend it.
struct OAuthError: Error, Equatable {
    enum Code: String {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case invalidScope = "invalid_scope"
        /// Of a token exchange (RFC 8693, 2.2.2).
        case invalidTarget = "invalid_target"
        case unsupportedTokenType = "unsupported_token_type"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedGrantType = "unsupported_grant_type"
        case unsupportedResponseType = "unsupported_response_type"
        case accessDenied = "access_denied"
        case temporarilyUnavailable = "temporarily_unavailable"
        case loginRequired = "login_required"
        case consentRequired = "consent_required"
        /// RFC 6750.
        case invalidToken = "invalid_token"
        /// RFC 7591, 3.2.2.
        case invalidRedirectURI = "invalid_redirect_uri"
        case invalidClientMetadata = "invalid_client_metadata"
        case unmetAuthenticationRequirements = "unmet_authentication_requirements"
        case requestNotSupported = "request_not_supported"
        case requestURINotSupported = "request_uri_not_supported"
        case invalidDPoPProof = "invalid_dpop_proof"
        /// RFC 9449, 8.
        case useDPoPNonce = "use_dpop_nonce"
        case authorizationPending = "authorization_pending"
        case slowDown = "slow_down"
        case expiredToken = "expired_token"
    }

    var code: Code
    /// For developers, in plain ASCII without `"` and `\` (RFC 6749, appendix A.8); never a value of the request.
    var description: String
    /// That the next proof has to hold.
    var nonce: String?
    /// Where none was sent, the challenge names no error (RFC 6750, 3.1).
    var hadToken = true

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// The request has no bearer token, and needs one.
    init(noToken description: String) {
        self.init(.invalidToken, description)
        hadToken = false
    }
}

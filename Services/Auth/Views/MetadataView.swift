import CareModels
import CareService

/// Discovery (OpenID Connect Discovery 1.0; RFC 8414): one document serves both.
struct MetadataView: Encodable, Sendable {
    var issuer: String
    var authorization_endpoint: String
    var token_endpoint: String
    var userinfo_endpoint: String
    var jwks_uri: String
    var end_session_endpoint: String
    var revocation_endpoint: String
    var introspection_endpoint: String
    var pushed_authorization_request_endpoint: String
    var device_authorization_endpoint: String
    var registration_endpoint: String
    var scopes_supported = Scopes.all + LaunchScopes.all + LaunchScopes.clinical
    var response_types_supported = ["code"]
    var response_modes_supported = AuthorizationRequest.ResponseMode.allCases.map(\.rawValue)
    var grant_types_supported = Client.Grant.allCases.map(\.rawValue)
    var token_endpoint_auth_methods_supported = ["none"] + Self.proofs
    var token_endpoint_auth_signing_alg_values_supported = Self.algorithms
    var revocation_endpoint_auth_methods_supported = ["none"] + Self.proofs
    var revocation_endpoint_auth_signing_alg_values_supported = Self.algorithms
    var introspection_endpoint_auth_methods_supported = Self.proofs
    var introspection_endpoint_auth_signing_alg_values_supported = Self.algorithms
    var code_challenge_methods_supported = ["S256"]
    var dpop_signing_alg_values_supported = DPoPProof.algorithms
    var subject_types_supported = ["public"]
    var id_token_signing_alg_values_supported = SigningAlgorithm.allCases.map(\.rawValue)
    var acr_values_supported = AuthenticationContext.supported
    var claim_types_supported = ["normal"]
    var prompt_values_supported = ["none", "login", "consent", "select_account"]
    var ui_locales_supported = Language.allCases.map(\.tag)
    var claims_supported =
        [
            "iss", "sub", "aud", "exp", "iat", "auth_time", "acr", "amr", "nonce", "at_hash", "sid", "fhirUser"
        ] + PersonClaims.scopes.keys.sorted()
    var authorization_response_iss_parameter_supported = true
    var backchannel_logout_supported = true
    /// `sid` is in every logout token.
    var backchannel_logout_session_supported = true
    var claims_parameter_supported = true
    var request_parameter_supported = false
    var request_uri_parameter_supported = false
    /// Of clients that keep to FAPI 2.0 they are; of others not.
    var require_pushed_authorization_requests = false

    private static let proofs = ["client_secret_basic", "client_secret_post", "private_key_jwt"]
    private static let algorithms = AssertionAlgorithm.allCases.map(\.rawValue)

    init(issuer: String) {
        self.issuer = issuer
        authorization_endpoint = issuer + "/oauth/authorize"
        token_endpoint = issuer + "/oauth/token"
        userinfo_endpoint = issuer + "/userinfo"
        jwks_uri = issuer + "/oauth/jwks"
        end_session_endpoint = issuer + "/oauth/logout"
        revocation_endpoint = issuer + "/oauth/revoke"
        introspection_endpoint = issuer + "/oauth/introspect"
        registration_endpoint = issuer + "/oauth/register"
        pushed_authorization_request_endpoint = issuer + "/oauth/par"
        device_authorization_endpoint = issuer + "/oauth/device_authorization"
    }
}

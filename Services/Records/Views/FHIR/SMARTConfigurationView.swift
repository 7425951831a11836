import CareModels

/// What SMART App Launch 2.2 offers here (https://hl7.org/fhir/smart-app-launch/conformance.html), no more than holds.
struct SMARTConfigurationView: Encodable, Sendable {
    var issuer: String
    var jwks_uri: String
    var authorization_endpoint: String
    var token_endpoint: String
    var registration_endpoint: String
    var management_endpoint: String
    var introspection_endpoint: String
    var revocation_endpoint: String
    var grant_types_supported = ["authorization_code", "refresh_token", "client_credentials"]
    var token_endpoint_auth_methods_supported = ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"]
    var token_endpoint_auth_signing_alg_values_supported = ["ES384", "RS384", "ES256", "RS256"]
    var scopes_supported = ["openid", "offline_access"] + LaunchScopes.all + LaunchScopes.clinical
    var response_types_supported = ["code"]
    var code_challenge_methods_supported = ["S256"]
    var capabilities = [
        "launch-ehr", "launch-standalone", "authorize-post", "client-public", "client-confidential-symmetric", "client-confidential-asymmetric",
        "sso-openid-connect", "context-ehr-patient", "context-ehr-encounter", "context-standalone-patient", "permission-offline", "permission-online",
        "permission-patient",
        "permission-user", "permission-v1", "permission-v2",
        "context-style"
    ]

    init(_ endpoints: OAuthEndpoints) {
        issuer = endpoints.issuer
        jwks_uri = endpoints.keys
        authorization_endpoint = endpoints.authorize
        token_endpoint = endpoints.token
        registration_endpoint = endpoints.register
        management_endpoint = endpoints.manage
        introspection_endpoint = endpoints.introspect
        revocation_endpoint = endpoints.revoke
    }
}

import CareModels
import Foundation

/// What FAPI 2.0's Security Profile asks of an authorization server for a client that is registered for it, beyond what is asked of everybody (5.3.2).
enum FAPI {
    /// Of a code, in seconds.
    static let longestCode: TimeInterval = 60
    static let algorithms: Set<AssertionAlgorithm> = [.es256, .ps256]

    static func codeLifetime(_ usual: TimeInterval, for client: Client) -> TimeInterval { client.isFAPI ? min(usual, longestCode) : usual }

    /// What in a registration does not go with it.
    static func check(_ registration: ClientRegistration, _ checks: inout Checks) {
        checks.check(registration.jwks != nil || registration.jwksURI != nil, "fapi2", "needs keys (a JWKS, or the address of one): its clients sign assertions")
        checks.check(registration.requiresPKCE, "requiresPkce", "must be true with fapi2")
        checks.check(registration.idTokenAlgorithm == SigningAlgorithm.es256.rawValue, "idTokenSignedResponseAlg", "must be ES256 with fapi2")
        checks.check(!registration.grants.contains(Client.Grant.deviceCode.rawValue), "grants", "must not hold device_code with fapi2")
        for (index, address) in registration.redirectURIs.enumerated() {
            checks.check(address.lowercased().hasPrefix("https://"), "redirectUris[\(index)]", "must be https with fapi2")
        }
    }

    /// An assertion is signed with what the profile knows (5.4), and for us by our name alone.
    static func check(_ assertion: ClientAssertion, issuer: String) throws(OAuthError) {
        guard algorithms.contains(assertion.algorithm) else {
            throw OAuthError(.invalidClient, "client_assertion must be signed with ES256 or PS256 (FAPI 2.0)")
        }
        guard assertion.claims.isForOne, assertion.claims.aud == [issuer] else {
            throw OAuthError(.invalidClient, "client_assertion: aud must be the issuer, as a string (FAPI 2.0)")
        }
    }

    /// The profile knows no RS256 (5.4).
    static func check(proofBy algorithm: String, of client: Client) throws(OAuthError) {
        guard !client.isFAPI || algorithm == "ES256" else { throw OAuthError(.invalidDPoPProof, "the proof must be signed with ES256 (FAPI 2.0)") }
    }

    /// What asks for an authorization is pushed, so that the browser carries its name alone.
    static func check(_ request: AuthorizationRequest, of client: Client) throws(OAuthError) {
        if client.isFAPI, request.pushed == nil { throw OAuthError(.invalidRequest, "push the request to /oauth/par first (FAPI 2.0)") }
    }
}

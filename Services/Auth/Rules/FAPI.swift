import Foundation

/// What FAPI 2.0's Security Profile asks of an authorization server for a client that is registered for it, beyond what is asked of everybody (5.3.2).
enum FAPI {
    /// Of a code, in seconds.
    static let longestCode: TimeInterval = 60
    static let algorithms: Set<AssertionAlgorithm> = [.es256, .ps256]

    static func codeLifetime(_ usual: TimeInterval, for client: Client) -> TimeInterval { client.isFAPI ? min(usual, longestCode) : usual }

    /// What in a registration does not go with it.
    static func faults(_ registration: ClientRegistration) -> [String] {
        var faults: [String] = []
        if registration.jwks == nil && registration.jwksURI == nil { faults.append("fapi2 needs keys (a JWKS, or the address of one): its clients sign assertions") }
        if !registration.requiresPKCE { faults.append("fapi2 does not go without PKCE") }
        if registration.idTokenAlgorithm != SigningAlgorithm.es256.rawValue { faults.append("fapi2 has id tokens signed with ES256") }
        if registration.grants.contains(Client.Grant.deviceCode.rawValue) { faults.append("fapi2 knows no device_code") }
        for address in registration.redirectURIs where !address.lowercased().hasPrefix("https://") { faults.append("fapi2: redirect \(address) must be https") }
        return faults
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

    /// What asks for an authorization is pushed, so that the browser carries its name alone.
    static func check(_ request: AuthorizationRequest, of client: Client) throws(OAuthError) {
        if client.isFAPI, request.pushed == nil { throw OAuthError(.invalidRequest, "push the request to /oauth/par first (FAPI 2.0)") }
    }
}

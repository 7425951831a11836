import CareModels

extension Client {
    /// An operator lets it do what no client can give itself: go without asking people, ask what others' tokens are worth, vouch for users.
    var isEntrusted: Bool { isFirstParty || isResourceServer || userIssuer != nil }
}

extension ClientMetadata {
    /// The operator has looked at where people and logouts are sent, at the keys and the grants: who holds the registration's token, or has found it, gives up
    /// addresses and grants of an entrusted client, and names no others and no other keys.
    func checkPlaces(of before: Client) throws(OAuthError) {
        let faults: [(String, Bool)] = [
            ("grant_types", Self.names(grant_types ?? [Client.Grant.authorizationCode.rawValue], beyond: before.grants.map(\.rawValue))),
            ("redirect_uris", Self.names(redirect_uris, beyond: before.redirectURIs)),
            ("post_logout_redirect_uris", Self.names(post_logout_redirect_uris, beyond: before.postLogoutRedirectURIs)),
            ("backchannel_logout_uri", Self.names(backchannel_logout_uri.map { [$0] }, beyond: before.backchannelLogoutURI.map { [$0] } ?? [])),
            ("jwks", jwks != before.jwks.flatMap { ClientJWKS($0) }),
            ("jwks_uri", Self.names(jwks_uri.map { [$0] }, beyond: before.jwksURI.map { [$0] } ?? []))
        ]
        let moved = faults.filter(\.1).map(\.0)
        guard moved.isEmpty else {
            throw OAuthError(
                .invalidClientMetadata, "\(moved.joined(separator: ", ")): of a client that the operator has entrusted with more, the operator alone says others")
        }
    }

    /// By bytes, as addresses are compared everywhere.
    private static func names(_ addresses: [String]?, beyond known: [String]) -> Bool {
        !Set((addresses ?? []).map { Array($0.utf8) }).isSubset(of: Set(known.map { Array($0.utf8) }))
    }
}

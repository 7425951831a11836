import CareModels
import Foundation

/// A new client, as an admin describes it.
struct ClientDraft: Decodable, Sendable {
    var id: String
    var name: String
    var kind: Client.Kind
    var redirectUris: [String]?
    var postLogoutRedirectUris: [String]?
    var origins: [String]?
    var scopes: [String]?
    var grants: [String]?
    var trusted: Bool?
    var requiresPkce: Bool?
    var idTokenSignedResponseAlg: String?
    var backchannelLogoutUri: String?
    var jwks: ClientJWKS?
    var jwksUri: String?
    var resourceServer: Bool?
    var userIssuer: UserIssuerDraft?
    var dpopBoundAccessTokens: Bool?
    var fapi2: Bool?

    /// Whether a secret has to be made for it.
    var wantsSecret: Bool { kind == .confidential && jwks == nil && jwksUri == nil }

    /// `secret`: the one that was made, where one is wanted.
    func client(secret: String?) throws -> Client {
        var registration = ClientRegistration(
            id: id, name: name, secret: secret, redirectURIs: redirectUris ?? [], scopes: scopes ?? [], grants: grants ?? Client.usualGrants,
            isFirstParty: trusted ?? false)
        registration.origins = origins ?? []
        registration.requiresPKCE = requiresPkce ?? true
        registration.idTokenAlgorithm = idTokenSignedResponseAlg ?? SigningAlgorithm.es256.rawValue
        registration.postLogoutRedirectURIs = postLogoutRedirectUris ?? []
        registration.backchannelLogoutURI = backchannelLogoutUri
        registration.jwks = try jwks?.text
        registration.jwksURI = jwksUri
        registration.isResourceServer = resourceServer ?? false
        registration.userIssuer = try userIssuer?.users
        registration.bindsTokens = dpopBoundAccessTokens ?? false
        registration.isFAPI = fapi2 ?? false
        var checks = Checks()
        checks.check(kind != .public || !registration.isConfidential, "kind", "must be confidential, with keys")
        return try registration.check(after: checks)
    }
}

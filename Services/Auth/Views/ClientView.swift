import CareModels
import Foundation

/// A client as admins see it: without its secret, of which only a hash is kept.
struct ClientView: Codable, Equatable, Sendable {
    var id: String
    var name: String
    var kind: Client.Kind
    var redirectUris: [String]
    var postLogoutRedirectUris: [String]
    var origins: [String]
    var scopes: [String]
    var grants: [String]
    var trusted: Bool
    var requiresPkce: Bool
    var idTokenSignedResponseAlg: String
    var backchannelLogoutUri: String?
    var jwks: ClientJWKS?
    var jwksUri: String?
    var resourceServer: Bool
    /// Who vouches for its own users.
    var userIssuer: UserIssuerDraft?
    /// Its access tokens are bound to a key of its, always.
    var dpopBoundAccessTokens: Bool
    var fapi2: Bool
    /// Until then the secret before the last is taken too.
    var formerSecretUntil: Date?
    var createdAt: Date
    var updatedAt: Date
    var disabledAt: Date?
    /// In the answer that made it, and never again.
    var secret: String?

    init(_ record: ClientRecord, secret: String? = nil) {
        let client = record.client
        id = client.id
        name = client.name
        kind = client.kind
        redirectUris = client.redirectURIs
        postLogoutRedirectUris = client.postLogoutRedirectURIs
        origins = client.origins
        scopes = Scopes.sorted(client.scopes)
        grants = client.grants.map(\.rawValue).sorted()
        trusted = client.isFirstParty
        requiresPkce = client.requiresPKCE
        idTokenSignedResponseAlg = client.idTokenAlgorithm.rawValue
        backchannelLogoutUri = client.backchannelLogoutURI
        jwks = client.jwks.flatMap { ClientJWKS($0) }
        jwksUri = client.jwksURI
        resourceServer = client.isResourceServer
        userIssuer = client.userIssuer.map { UserIssuerDraft($0) }
        dpopBoundAccessTokens = client.bindsTokens
        fapi2 = client.isFAPI
        formerSecretUntil = client.formerSecret?.until
        createdAt = record.createdAt
        updatedAt = record.updatedAt
        disabledAt = record.disabledAt
        self.secret = secret
    }
}

import CareModels
import Foundation

/// What an admin changes of a client. What it is called by and whether it is confidential stay; a secret is replaced by itself.
struct ClientChange: Decodable, Sendable {
    var name: Patched<String>
    var redirectUris: Patched<[String]>
    var postLogoutRedirectUris: Patched<[String]>
    var origins: Patched<[String]>
    var scopes: Patched<[String]>
    var grants: Patched<[String]>
    var trusted: Patched<Bool>
    var requiresPkce: Patched<Bool>
    var idTokenSignedResponseAlg: Patched<String>
    var backchannelLogoutUri: Patched<String>
    var jwks: Patched<ClientJWKS>
    var jwksUri: Patched<String>
    var resourceServer: Patched<Bool>
    var userIssuer: Patched<UserIssuerDraft>
    var dpopBoundAccessTokens: Patched<Bool>
    var fapi2: Patched<Bool>
    /// Only `false`: then it may again what it could.
    var disabled: Patched<Bool>

    static let nothing = ClientChange(
        name: .absent, redirectUris: .absent, postLogoutRedirectUris: .absent, origins: .absent, scopes: .absent, grants: .absent, trusted: .absent,
        requiresPkce: .absent, idTokenSignedResponseAlg: .absent, backchannelLogoutUri: .absent, jwks: .absent, jwksUri: .absent, resourceServer: .absent,
        userIssuer: .absent, dpopBoundAccessTokens: .absent, fapi2: .absent, disabled: .absent)

    /// Nothing but that it may be used again.
    static var enabling: ClientChange {
        var change = nothing
        change.disabled = .set(false)
        return change
    }

    func changed(_ record: ClientRecord) throws -> ClientRecord {
        var checks = Checks()
        var registration = ClientRegistration(record.client)
        func take<Value>(_ patch: Patched<Value>, _ field: String, _ place: WritableKeyPath<ClientRegistration, Value>) {
            if let value = checks.kept(patch, field) { registration[keyPath: place] = value }
        }
        take(name, "name", \.name)
        take(redirectUris, "redirectUris", \.redirectURIs)
        take(postLogoutRedirectUris, "postLogoutRedirectUris", \.postLogoutRedirectURIs)
        take(origins, "origins", \.origins)
        take(scopes, "scopes", \.scopes)
        take(grants, "grants", \.grants)
        take(trusted, "trusted", \.isFirstParty)
        take(requiresPkce, "requiresPkce", \.requiresPKCE)
        take(idTokenSignedResponseAlg, "idTokenSignedResponseAlg", \.idTokenAlgorithm)
        take(resourceServer, "resourceServer", \.isResourceServer)
        take(dpopBoundAccessTokens, "dpopBoundAccessTokens", \.bindsTokens)
        take(fapi2, "fapi2", \.isFAPI)
        if !userIssuer.isAbsent { registration.userIssuer = try userIssuer.value?.users }
        if !backchannelLogoutUri.isAbsent { registration.backchannelLogoutURI = backchannelLogoutUri.value }
        try changeKeys(of: &registration, &checks)
        let turnedOff = checks.kept(disabled, "disabled") == true
        checks.check(!turnedOff, "disabled", "can only be false; DELETE disables a client")
        var client = try registration.check(after: checks)
        if client.secretHash != nil { client.formerSecret = record.client.formerSecret }
        var changed = record
        changed.client = client
        if disabled.value == false { changed.disabledAt = nil }
        return changed
    }

    /// Keys take the place of what the client has proven itself with before; without any it would be another kind of client.
    private func changeKeys(of registration: inout ClientRegistration, _ checks: inout Checks) throws {
        let before = registration
        if let set = jwks.value {
            (registration.keptSecretHash, registration.jwks, registration.jwksURI) = (nil, try set.text, jwksUri.value)
        } else if let address = jwksUri.value {
            (registration.keptSecretHash, registration.jwks, registration.jwksURI) = (nil, nil, address)
        } else {
            if !jwks.isAbsent { registration.jwks = nil }
            if !jwksUri.isAbsent { registration.jwksURI = nil }
        }
        guard registration.isConfidential != before.isConfidential else { return }
        registration = before
        checks.fail(
            jwks.isAbsent ? "jwksUri" : "jwks", before.isConfidential ? "is how the client proves itself: give it a secret first" : "is for a confidential client")
    }
}

extension ClientRegistration {
    /// Of a client that is there.
    init(_ client: Client) {
        self.init(
            id: client.id, name: client.name, redirectURIs: client.redirectURIs, scopes: Scopes.sorted(client.scopes),
            grants: client.grants.map(\.rawValue).sorted(), isFirstParty: client.isFirstParty, origins: client.origins, requiresPKCE: client.requiresPKCE,
            idTokenAlgorithm: client.idTokenAlgorithm.rawValue, postLogoutRedirectURIs: client.postLogoutRedirectURIs,
            backchannelLogoutURI: client.backchannelLogoutURI, jwks: client.jwks, jwksURI: client.jwksURI, isResourceServer: client.isResourceServer,
            userIssuer: client.userIssuer, bindsTokens: client.bindsTokens, isFAPI: client.isFAPI)
        keptSecretHash = client.secretHash
    }
}

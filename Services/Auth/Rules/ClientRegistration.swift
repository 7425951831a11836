import CareModels

/// What an operator says of a new client, checked whole: every fault at once.
struct ClientRegistration: Equatable, Sendable {
    static let shortestSecret = 32

    var id: String
    var name: String
    /// A confidential client has one, or keys.
    var secret: String?
    var redirectURIs: [String]
    /// It may ask for these and no others; when there are none, for `Scopes.identity`.
    var scopes: [String]
    var grants: [String]
    var isFirstParty: Bool
    /// Of web pages that call, beside those of https redirect addresses.
    var origins: [String] = []
    /// PKCE is asked of it; without, only when it is confidential.
    var requiresPKCE = true
    /// What its id tokens are signed with, by JWS's name.
    var idTokenAlgorithm = SigningAlgorithm.es256.rawValue
    /// Where people may be sent who have logged out for it.
    var postLogoutRedirectURIs: [String] = []
    /// Where it is told that a session of its has ended.
    var backchannelLogoutURI: String?
    /// Its public keys: a JWKS, or the address of one.
    var jwks: String?
    var jwksURI: String?
    /// It may ask what any access token is worth.
    var isResourceServer = false

    func check() -> (client: Client?, faults: [String]) {
        var faults: [String] = []
        func check(_ condition: Bool, _ message: String) { if !condition { faults.append(message) } }
        check(Client.isValidID(id), "the id must have 3 to 64 characters of a-z, 0-9, dot, hyphen and underscore, and be no UUID")
        check(id != Client.firstPartyID, "\(id) is Careline's own and stays as it is")
        check((1...100).contains(name.count), "the name must have 1 to 100 characters: people see it when they are asked")
        for address in redirectURIs where !RedirectURI.isRegistrable(address) {
            faults.append("redirect \(address) must be https, http on a loopback address, or a scheme with a dot; without fragment")
        }
        for address in postLogoutRedirectURIs where !RedirectURI.isRegistrable(address) {
            faults.append("post-logout redirect \(address) must be https, http on a loopback address, or a scheme with a dot; without fragment")
        }
        if let address = backchannelLogoutURI, !ServerAddress.isRegistrable(address) {
            faults.append("back-channel logout \(address) must be https, or http on a loopback address; without user and fragment")
        }
        for origin in origins where !Self.isRegistrable(origin: origin) {
            faults.append("origin \(origin) must be https, or http on a loopback address, and nothing behind host and port: https://app.example.org")
        }
        let unknownScopes = scopes.filter { !Scopes.all.contains($0) }
        check(unknownScopes.isEmpty, "unknown scopes: \(unknownScopes.joined(separator: " ")); known: \(Scopes.all.joined(separator: " "))")
        let powers = Scopes.sorted(Scopes.ofOwnApps.intersection(scopes))
        check(isFirstParty || powers.isEmpty, "only an app of the platform's own (--first-party) may have \(powers.joined(separator: " "))")
        let known = Set(grants.compactMap(Client.Grant.init))
        let names = Client.Grant.allCases.map(\.rawValue).joined(separator: " ")
        check(!known.isEmpty && known.count == Set(grants).count, "grants must be some of: \(names)")
        check(secret.map { $0.count >= Self.shortestSecret } ?? true, "the secret must have at least \(Self.shortestSecret) random characters")
        let isConfidential = secret != nil || jwks != nil || jwksURI != nil
        faults += keyFaults
        check(!known.contains(.clientCredentials) || isConfidential, "client_credentials needs a secret or keys")
        check(
            !known.contains(.clientCredentials) || !scopes.isEmpty,
            "client_credentials needs a scope: those that a client has anyway are about people, and mean nothing for a machine")
        check(!known.contains(.authorizationCode) || !redirectURIs.isEmpty, "authorization_code needs a redirect address")
        check(requiresPKCE || isConfidential, "a public client cannot go without PKCE: give it a secret or keys, or let it send code_challenge")
        check(!isResourceServer || isConfidential, "a resource server needs a secret or keys")
        let algorithm = SigningAlgorithm(rawValue: idTokenAlgorithm)
        check(algorithm != nil, "id tokens are signed with one of: \(SigningAlgorithm.allCases.map(\.rawValue).joined(separator: " "))")
        guard faults.isEmpty, let algorithm else { return (nil, faults) }
        let client = Client(
            id: id, name: name, kind: isConfidential ? .confidential : .public, secretHash: secret.map { Secret.hash($0) },
            redirectURIs: redirectURIs, scopes: Set(scopes.isEmpty ? Scopes.identity : scopes), grants: known, isFirstParty: isFirstParty,
            origins: origins.compactMap { WebOrigin.exactly($0) }, requiresPKCE: requiresPKCE, idTokenAlgorithm: algorithm,
            postLogoutRedirectURIs: postLogoutRedirectURIs, backchannelLogoutURI: backchannelLogoutURI, jwks: jwks,
            jwksURI: jwksURI,
            isResourceServer: isResourceServer)
        return (client, [])
    }

    private var keyFaults: [String] {
        var faults: [String] = []
        if [secret, jwks, jwksURI].compactMap({ $0 }).count > 1 {
            faults.append("a client proves itself in one way: with a secret, with keys (a JWKS), or with those at an address")
        }
        if let jwksURI, !ServerAddress.isRegistrable(jwksURI) {
            faults.append("keys at \(jwksURI): must be https, or http on a loopback address; without user and fragment")
        }
        guard let jwks else { return faults }
        let set = PublicJWKSet(Array(jwks.utf8))
        if set?.holdsSecrets == true { faults.append("the JWKS holds a private or shared key: give its public half alone") }
        if set?.keys.isEmpty ?? true {
            faults.append(
                "the JWKS must be JSON with keys, of at most \(PublicJWKSet.mostBytes) bytes, one of them for \(AssertionAlgorithm.names) (RSA: 2048 to 4096 bits)")
        }
        return faults
    }

    private static func isRegistrable(origin: String) -> Bool {
        guard let origin = WebOrigin.exactly(origin) else { return false }
        return RedirectURI.isRegistrable(origin)
    }
}

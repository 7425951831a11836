import CareModels

/// What is said of a client, by an operator or by whoever registers it, checked whole: every fault at once, by the names of the API.
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
    /// Who vouches for users of its own, who get accounts here.
    var userIssuer: UserIssuer?
    /// It shows a key for each token that it asks for.
    var bindsTokens = false
    /// It keeps to FAPI 2.0's Security Profile.
    var isFAPI = false

    /// The hash of a secret that it has already and keeps.
    var keptSecretHash: [UInt8]?

    var isConfidential: Bool { secret != nil || keptSecretHash != nil || jwks != nil || jwksURI != nil }

    /// - Parameter checks: what was found before, of the request that says this.
    func check(after checks: Checks = Checks()) throws(Faults) -> Client {
        var checks = checks
        let known = Set(grants.compactMap(Client.Grant.init))
        let algorithm = SigningAlgorithm(rawValue: idTokenAlgorithm)
        checkNames(&checks)
        checkAddresses(&checks)
        checkScopes(&checks)
        checkGrants(known, &checks)
        checkProof(&checks)
        checkUsers(known, &checks)
        if isFAPI { FAPI.check(self, &checks) }
        checks.check(requiresPKCE || isConfidential, "requiresPkce", "must be true of a client without a secret or keys")
        checks.check(!isResourceServer || isConfidential, "resourceServer", "needs a secret or keys")
        let algorithms = SigningAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
        checks.check(algorithm != nil, "idTokenSignedResponseAlg", "must be one of \(algorithms)")
        let signing = try checks.done(algorithm)
        return Client(
            id: id, name: name, kind: isConfidential ? .confidential : .public, secretHash: secret.map { Secret.hash($0) } ?? keptSecretHash,
            redirectURIs: redirectURIs, scopes: scopes.isEmpty ? Set(Scopes.identity) : Scopes.spelled(Set(scopes)), grants: known, isFirstParty: isFirstParty,
            origins: origins.compactMap { WebOrigin.exactly($0) }, requiresPKCE: requiresPKCE, idTokenAlgorithm: signing,
            postLogoutRedirectURIs: postLogoutRedirectURIs, backchannelLogoutURI: backchannelLogoutURI, jwks: jwks, jwksURI: jwksURI,
            isResourceServer: isResourceServer, userIssuer: userIssuer, bindsTokens: bindsTokens, isFAPI: isFAPI)
    }

    private func checkNames(_ checks: inout Checks) {
        checks.check(Client.isValidID(id), "id", "must have 3 to \(limit: 64) characters of a-z, 0-9, dot, hyphen and underscore, and be no UUID")
        checks.check(!Client.isReserved(id), "id", "is Careline's own")
        // People read it where they are asked whether they let the app in.
        checks.check((1...100).contains(name.unicodeScalars.count) && !name.allSatisfy(\.isWhitespace), "name", "must have 1 to \(limit: 100) characters")
        let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && !$0.properties.isBidiControl }
        checks.check(isPlain, "name", "must not hold control characters")
    }

    private func checkAddresses(_ checks: inout Checks) {
        for (field, addresses) in [("redirectUris", redirectURIs), ("postLogoutRedirectUris", postLogoutRedirectURIs)] {
            for (index, address) in addresses.enumerated() {
                checks.check(
                    RedirectURI.isRegistrable(address), "\(field)[\(index)]",
                    "must be https, http on a loopback address, or a scheme with a dot; without fragment and without *, since it is compared as it is")
            }
        }
        for (field, address) in [("backchannelLogoutUri", backchannelLogoutURI), ("jwksUri", jwksURI)] {
            guard let address else { continue }
            checks.check(
                ServerAddress.isRegistrable(address), field, "must be https, or http on a loopback address; without user and fragment")
        }
        for (index, origin) in origins.enumerated() {
            checks.check(
                Self.isRegistrable(origin: origin), "origins[\(index)]",
                "must be https, or http on a loopback address, and nothing behind host and port: https://app.example.org")
        }
    }

    private func checkScopes(_ checks: inout Checks) {
        for (index, scope) in scopes.enumerated() { checks.check(Scopes.isKnown(scope), "scopes[\(index)]", "is not known") }
        checks.check(
            scopes.filter(ClinicalScope.isMeant).count <= Scopes.mostClinical, "scopes", "must hold at most \(limit: Scopes.mostClinical) for types of resources")
        // The record of a person is no place for a secret that is sent along (SMART App Launch 2.2, backend services).
        let isForMachines = scopes.contains(where: Scopes.isForMachines)
        checks.check(
            !isForMachines || grants.contains(Client.Grant.clientCredentials.rawValue) && (jwks != nil || jwksURI != nil), "scopes",
            "may hold system/ scopes only with client_credentials and keys")
        let powers = Scopes.sorted(Scopes.ofOwnApps.intersection(scopes))
        checks.check(isFirstParty || powers.isEmpty, "scopes", "must not hold \(powers.joined(separator: " ")): only an app of the platform's own may")
    }

    private func checkGrants(_ known: Set<Client.Grant>, _ checks: inout Checks) {
        let names = Client.Grant.allCases.map(\.rawValue).joined(separator: ", ")
        checks.check(!known.isEmpty && known.count == Set(grants).count, "grants", "must be some of \(names)")
        checks.check(!known.contains(.authorizationCode) || !redirectURIs.isEmpty, "redirectUris", "must have one, for authorization_code")
        guard known.contains(.clientCredentials) else { return }
        checks.check(isConfidential, "grants", "may hold client_credentials only with a secret or keys")
        checks.check(
            !scopes.isEmpty, "scopes", "must have one, for client_credentials: those that a client has anyway are about people, and mean nothing for a machine")
    }

    private func checkProof(_ checks: inout Checks) {
        checks.check(secret.map { $0.count >= Self.shortestSecret } ?? true, "secret", "must have at least \(Self.shortestSecret) characters")
        let proofs = [secret != nil || keptSecretHash != nil, jwks != nil, jwksURI != nil].filter { $0 }.count
        checks.check(proofs <= 1, jwks != nil ? "jwks" : "jwksUri", "must be the one way in which the client proves itself: a secret, keys, or the address of keys")
        if let jwks { Self.check(keys: jwks, "jwks", &checks) }
    }

    private func checkUsers(_ known: Set<Client.Grant>, _ checks: inout Checks) {
        guard let users = userIssuer else { return }
        checks.check(isConfidential, "userIssuer", "needs a secret or keys")
        checks.check(known.contains(.tokenExchange), "userIssuer", "needs the grant \(Client.Grant.tokenExchange.rawValue)")
        for (field, address) in [("userIssuer.issuer", users.issuer), ("userIssuer.jwksUri", users.jwksURI)] {
            guard let address else { continue }
            checks.check(ServerAddress.isRegistrable(address), field, "must be https, or http on a loopback address; without user and fragment")
        }
        checks.check(
            [users.jwks, users.jwksURI].compactMap { $0 }.count == 1, "userIssuer", "must have keys (a JWKS) or the address of keys, and not both")
        let roles = UserIssuer.roles.map(\.rawValue).joined(separator: ", ")
        checks.check(UserIssuer.roles.contains(users.role), "userIssuer.role", "must be one of \(roles)")
        if let jwks = users.jwks { Self.check(keys: jwks, "userIssuer.jwks", &checks) }
    }

    private static func check(keys jwks: String, _ field: String, _ checks: inout Checks) {
        let set = PublicJWKSet(Array(jwks.utf8))
        checks.check(set?.holdsSecrets != true, field, "must not hold a private or shared key: give its public half alone")
        checks.check(
            set?.keys.isEmpty == false, field,
            "must have keys, in at most \(limit: PublicJWKSet.mostBytes) bytes, one of them for \(AssertionAlgorithm.names) (RSA: 2048 to 4096 bits)")
    }

    private static func isRegistrable(origin: String) -> Bool {
        guard let origin = WebOrigin.exactly(origin) else { return false }
        return RedirectURI.isRegistrable(origin)
    }
}

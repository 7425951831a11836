import CareModels
import Foundation

/// A program that may ask for tokens.
struct Client: Equatable, Sendable {
    enum Kind: String, Codable, Sendable { case `public`, confidential }
    enum Grant: String, Sendable, CaseIterable {
        case authorizationCode = "authorization_code"
        case refreshToken = "refresh_token"
        case clientCredentials = "client_credentials"
        case tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange"
        case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
    }

    struct FormerSecret: Equatable, Sendable {
        var hash: [UInt8]
        var until: Date
    }

    /// Careline's own apps, which log in through `/auth/login`.
    static let firstPartyID = "careline"

    /// Of an app that people log in to, unless it says otherwise.
    static let usualGrants = [Grant.authorizationCode, .refreshToken].map(\.rawValue)

    /// As which HealthMonitor asks Records; the two services and Auth are told its secret, and no table holds it.
    static let healthMonitorID = "careline-health"

    static func healthMonitor(secret: String) -> Client {
        Client(
            id: healthMonitorID, name: "Careline HealthMonitor", kind: .confidential, secretHash: Secret.hash(secret), redirectURIs: [],
            scopes: ["measurements:read"], grants: [.clientCredentials], isFirstParty: false)
    }

    /// What nobody registers or changes.
    static func isReserved(_ id: String) -> Bool { id == firstPartyID || id == accountPagesID || id == healthMonitorID }

    var id: String
    /// Shown to people on the consent page.
    var name: String
    var kind: Kind
    /// SHA-256 of the secret of a confidential client.
    var secretHash: [UInt8]?
    /// The one before, for as long as it is taken too.
    var formerSecret: FormerSecret?
    var redirectURIs: [String]
    /// What it may ask for at most.
    var scopes: Set<String>
    var grants: Set<Grant>
    /// Run by the platform itself: consent is not asked.
    var isFirstParty: Bool
    /// Of its pages, beside those of its redirect addresses.
    var origins: [String] = []
    /// A public client always does (OAuth 2.1, 7.6): a confidential one may be let go without.
    var requiresPKCE = true
    var idTokenAlgorithm = SigningAlgorithm.es256
    /// Where people may be sent who have logged out for it.
    var postLogoutRedirectURIs: [String] = []
    /// Where it is told that a session of its has ended.
    var backchannelLogoutURI: String?
    /// What a confidential client signs assertions with in place of a secret: a JWKS, or the address of one.
    var jwks: String?
    var jwksURI: String?
    /// It may ask what any access token is worth, not only its own.
    var isResourceServer = false
    /// Of a trusted client with users of its own.
    var userIssuer: UserIssuer?
    /// Its access tokens are bound to a key of its, always (dpop_bound_access_tokens: RFC 9449, 5.2); others bind theirs when they show one.
    var bindsTokens = false
    /// It keeps to FAPI 2.0's Security Profile, and we with it.
    var isFAPI = false

    var demandsKey: Bool { bindsTokens || isFAPI }

    /// Whether its id tokens name their session: FAPI's have no more than they need.
    var hearsOfSessions: Bool { !isFAPI || backchannelLogoutURI != nil }

    var hasKeys: Bool { jwks != nil || jwksURI != nil }

    /// From where its pages may call: what was registered, and where on the web its answers go. Any program on a device has a loopback address, so
    /// that one counts only where it was registered.
    var everyOrigin: Set<String> { Set(origins + redirectURIs.filter { !RedirectURI.isUnproven($0) }.compactMap { WebOrigin.of($0) }) }

    /// What it may ask for: without what only the platform's own apps can have.
    var grantable: Set<String> { isFirstParty ? scopes : scopes.subtracting(Scopes.ofOwnApps) }

    /// What is left to its sessions of scopes that were granted: what is taken from a client is taken from them. Careline's own apps have what their person has.
    func remaining(of granted: Set<String>) -> Set<String> { id == Self.firstPartyID ? granted : Scopes.within(grantable, granted) }

    /// Whether a session with these scopes goes on by refresh tokens.
    func mayRefresh(_ scopes: Set<String>) -> Bool {
        grants.contains(.refreshToken) && (scopes.contains("offline_access") || scopes.contains(LaunchScopes.onlineAccess))
    }

    /// What it gets for itself, with nobody logged in; it may ask for less.
    func scopes(forItself asked: String?) throws(OAuthError) -> Set<String> {
        guard kind == .confidential else { throw OAuthError(.unauthorizedClient, "a public client cannot act for itself") }
        let allowed = grantable.subtracting(Scopes.personal).subtracting(Scopes.ofOperators).subtracting(LaunchScopes.all)
            .filter { !ClinicalScope.isMeant($0) || Scopes.isForMachines($0) && hasKeys }
        var granted = allowed
        if let asked { granted = try Scopes.asked(asked, within: allowed) }
        guard !granted.isEmpty else { throw OAuthError(.invalidScope, "scope must name at least one scope that this client may have") }
        return granted
    }

    /// 3–64 characters of a–z, 0–9, dot, hyphen and underscore, and no UUID: a machine's token has the client's id as its
    /// subject, which must never read as a person's (RFC 9068, 5).
    static func isValidID(_ text: String) -> Bool {
        guard (3...64).contains(text.utf8.count) else { return false }
        let isPlain = text.utf8.allSatisfy { Username.isAllowed($0) }
        return isPlain && UserIDText.isUUID(text) == false
    }
}

import CareModels
import Foundation

/// What a client says of itself when it registers (RFC 7591, 2; OpenID Connect Dynamic Client Registration 1.0). What is not known is passed over.
struct ClientMetadata: Codable, Equatable, Sendable {
    /// In a change alone (RFC 7592, 2.2): the one that it has.
    var client_id: String?
    var client_name: String?
    var redirect_uris: [String]?
    var post_logout_redirect_uris: [String]?
    var grant_types: [String]?
    var response_types: [String]?
    var scope: String?
    var token_endpoint_auth_method: String?
    var id_token_signed_response_alg: String?
    var backchannel_logout_uri: String?
    var jwks: ClientJWKS?
    var jwks_uri: String?
    /// RFC 9449, 5.2. Once it is so it stays so: it may be asked for, and not be taken back.
    var dpop_bound_access_tokens: Bool?

    enum AuthMethod: String, CaseIterable, Sendable {
        case none
        case basic = "client_secret_basic"
        case post = "client_secret_post"
        case keys = "private_key_jwt"

        var takesSecret: Bool { self == .basic || self == .post }
    }

    func authMethod() throws(OAuthError) -> AuthMethod {
        guard let method = AuthMethod(rawValue: token_endpoint_auth_method ?? AuthMethod.basic.rawValue) else {
            let names = AuthMethod.allCases.map(\.rawValue).joined(separator: ", ")
            throw OAuthError(.invalidClientMetadata, "token_endpoint_auth_method must be one of \(names)")
        }
        return method
    }

    /// OpenID Connect Dynamic Client Registration 1.0, 2. Who changes a registration and does not name it keeps theirs.
    private static let usualAlgorithm = SigningAlgorithm.rs256

    /// What a client may give itself. Acting for itself, or with others' tokens, is for an operator to give.
    private static let ownGrants: Set<Client.Grant> = [.authorizationCode, .refreshToken, .deviceCode]

    /// `scopes`: what it may have at most, and has unless it says less. `secretHash`: of its secret, where its way to prove itself takes one. `before`: what it
    /// was; what an operator has set since and nobody says here stays, and is checked with the rest.
    func client(id: String, secretHash: [UInt8]?, within scopes: Set<String>, before: Client? = nil) throws -> Client {
        let method = try authMethod()
        let grants = grant_types ?? [Client.Grant.authorizationCode.rawValue]
        let allowed = Self.ownGrants.union(before?.grants ?? []).map(\.rawValue).sorted()
        guard Set(grants).isSubset(of: allowed) else {
            throw OAuthError(.invalidClientMetadata, "grant_types must be among \(allowed.joined(separator: ", "))")
        }
        guard Self.areAnswered(response_types, grants) else {
            throw OAuthError(.invalidClientMetadata, "response_types must be code alone, or empty without the grant authorization_code")
        }
        let wanted = try wanted(within: scopes)
        guard (method == .keys) == (jwks != nil || jwks_uri != nil) else {
            throw OAuthError(.invalidClientMetadata, "jwks or jwks_uri is for private_key_jwt, which needs one of them")
        }
        if let before, before.isEntrusted { try checkPlaces(of: before) }
        var registration = ClientRegistration(
            id: id, name: client_name ?? id, redirectURIs: redirect_uris ?? [], scopes: Scopes.sorted(wanted),
            grants: grants, isFirstParty: false)
        registration.postLogoutRedirectURIs = post_logout_redirect_uris ?? []
        registration.idTokenAlgorithm = id_token_signed_response_alg ?? (before?.idTokenAlgorithm ?? Self.usualAlgorithm).rawValue
        registration.backchannelLogoutURI = backchannel_logout_uri
        registration.jwks = try jwks?.text
        registration.jwksURI = jwks_uri
        registration.keptSecretHash = method.takesSecret ? secretHash : nil
        registration.bindsTokens = dpop_bound_access_tokens ?? false
        if let before { Self.keep(before, in: &registration) }
        do { return try registration.check() } catch { throw Self.error(error) }
    }

    /// Part of what a scope for a type of resources gives is less than all of it.
    private func wanted(within scopes: Set<String>) throws(OAuthError) -> Set<String> {
        var wanted = scopes
        if let scope {
            do throws(OAuthError) { wanted = try Scopes.asked(scope) } catch { throw OAuthError(.invalidClientMetadata, error.description) }
        }
        guard !wanted.isEmpty, Scopes.cover(scopes, wanted) else {
            throw OAuthError(.invalidClientMetadata, "scope must be among \(scopes.sorted().joined(separator: ", ")); left out, all of them")
        }
        return wanted
    }

    /// One that nobody is sent to the authorization endpoint for, as a device's, has no type of response (RFC 7591, 2.1); what is left out is `code`.
    private static func areAnswered(_ types: [String]?, _ grants: [String]) -> Bool {
        guard let types else { return true }
        return types == ["code"] || types.isEmpty && !grants.contains(Client.Grant.authorizationCode.rawValue)
    }

    private static func keep(_ before: Client, in registration: inout ClientRegistration) {
        registration.isFirstParty = before.isFirstParty
        registration.origins = before.origins
        registration.requiresPKCE = before.requiresPKCE
        registration.isResourceServer = before.isResourceServer
        registration.userIssuer = before.userIssuer
        // A client for FAPI hears that its tokens are bound, and repeats it.
        registration.bindsTokens = before.bindsTokens || registration.bindsTokens && !before.isFAPI
        registration.isFAPI = before.isFAPI
    }

    private static func error(_ faults: Faults) -> OAuthError {
        let isRedirect = faults.all.contains { $0.field.hasPrefix("redirectUris") }
        // The names of the standard, of which these are but the spelling.
        var said = faults.all.map { fault in
            let name = names.first { fault.field.hasPrefix($0.key) }?.value ?? fault.field
            return "\(name) \(fault.message(in: .english).replacing("\"", with: "'"))"
        }
        if let rest = faults.rest { said.append(rest.string(in: .english)) }
        return OAuthError(isRedirect ? .invalidRedirectURI : .invalidClientMetadata, said.joined(separator: "; "))
    }

    private static let names = [
        "name": "client_name", "redirectUris": "redirect_uris", "postLogoutRedirectUris": "post_logout_redirect_uris", "grants": "grant_types",
        "idTokenSignedResponseAlg": "id_token_signed_response_alg", "backchannelLogoutUri": "backchannel_logout_uri", "jwksUri": "jwks_uri"
    ]
}

extension ClientMetadata {
    /// Of a client that is there.
    init(_ client: Client) {
        client_id = client.id
        client_name = client.name
        redirect_uris = client.redirectURIs
        post_logout_redirect_uris = client.postLogoutRedirectURIs
        grant_types = client.grants.map(\.rawValue).sorted()
        response_types = client.grants.contains(.authorizationCode) ? ["code"] : []
        scope = Scopes.format(client.scopes)
        token_endpoint_auth_method = Self.method(of: client).rawValue
        id_token_signed_response_alg = client.idTokenAlgorithm.rawValue
        backchannel_logout_uri = client.backchannelLogoutURI
        jwks = client.jwks.flatMap { ClientJWKS($0) }
        jwks_uri = client.jwksURI
        dpop_bound_access_tokens = client.demandsKey
    }

    static func method(of client: Client) -> AuthMethod {
        if client.hasKeys { return .keys }
        return client.kind == .public ? .none : .basic
    }
}

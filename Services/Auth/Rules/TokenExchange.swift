import CareModels

/// What a client asks for by a token exchange (RFC 8693, 2.1).
///
/// A guardian has no token of their ward's, which the RFC's own way (the ward's as `subject_token`, the guardian's as `actor_token`) would take. So the guardian's
/// own is the subject token, and `requested_subject` says for whom they act, as Keycloak spells it.
struct TokenExchange: Equatable, Sendable {
    enum TokenType: String, Sendable {
        case accessToken = "urn:ietf:params:oauth:token-type:access_token"
        case jwt = "urn:ietf:params:oauth:token-type:jwt"
    }

    enum Wish: Equatable, Sendable {
        /// A guardian, whose own access token came along, acts for this person.
        case act(ward: UserID)
        /// A user of the client's own, of whom it says so in a token that their issuer has signed.
        case adopt
    }

    var wish: Wish
    var subjectToken: String
    var scope: String?

    /// `targets`: what a token of ours is good for, as `audience` or `resource` may name it, each of them several with spaces between.
    init(_ form: [String: String], targets: Set<String>) throws(OAuthError) {
        guard let token = form["subject_token"] else { throw OAuthError(.invalidRequest, "subject_token is required") }
        guard form["actor_token"] == nil, form["actor_token_type"] == nil else {
            throw OAuthError(.invalidRequest, "actor_token is not taken: a guardian sends their own token as subject_token, and requested_subject")
        }
        guard form["requested_token_type"].map({ $0 == TokenType.accessToken.rawValue }) ?? true else {
            throw OAuthError(.invalidRequest, "requested_token_type must be \(TokenType.accessToken.rawValue), or left away")
        }
        let named = [form["audience"], form["resource"]].compactMap { $0 }.flatMap { $0.split(separator: " ", omittingEmptySubsequences: false).map(String.init) }
        guard targets.isSuperset(of: named) else {
            throw OAuthError(.invalidTarget, "audience and resource can be this platform alone")
        }
        (subjectToken, scope) = (token, form["scope"])
        switch form["subject_token_type"].flatMap(TokenType.init) {
        case .accessToken:
            guard let ward = form["requested_subject"].flatMap({ UserID($0) }) else {
                throw OAuthError(.invalidRequest, "requested_subject is required: the id of the person for whom the guardian acts")
            }
            wish = .act(ward: ward)
        case .jwt:
            guard form["requested_subject"] == nil else { throw OAuthError(.invalidRequest, "requested_subject is for guardians: a user's token names them") }
            wish = .adopt
        case nil:
            throw OAuthError(
                .invalidRequest, "subject_token_type must be \(TokenType.accessToken.rawValue) or \(TokenType.jwt.rawValue)")
        }
    }

    /// What a guardian gets of what their own token gives: nothing of what their ward does in person.
    static func actingScopes(asked: String?, of token: Set<String>, client: Client) throws(OAuthError) -> Set<String> {
        let most = token.intersection(Scopes.forGuardians).intersection(client.id == Client.firstPartyID ? Scopes.forGuardians : client.grantable)
        let scopes = asked.map { Scopes.parse($0).intersection(most) } ?? most
        guard !scopes.isEmpty else { throw OAuthError(.invalidScope, "scope must name something that the guardian's token gives and that they may do for somebody else") }
        return scopes
    }

    /// What a session of a client's own user gives: of what a person of this role has and the client may have.
    static func adoptedScopes(asked: String?, role: Role, client: Client) throws(OAuthError) -> Set<String> {
        let most = client.grantable.intersection(Scopes.available(to: role)).subtracting(["openid"])
        let scopes = asked.map { Scopes.parse($0).intersection(most) } ?? most
        guard !scopes.isEmpty else { throw OAuthError(.invalidScope, "scope must name at least one scope that this client may have for its users") }
        return scopes
    }
}

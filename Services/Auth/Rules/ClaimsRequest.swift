import Foundation
import JSON

/// The parameter `claims` (OpenID Connect Core, 5.5): what an app asks for one by one, beside what scopes give. Claims that nobody knows, or whose
/// scope the app may not have, are left out, also those that it calls essential (5.5.1).
struct ClaimsRequest: Equatable, Sendable {
    var userInfo: Set<String> = []
    var idToken: Set<String> = []
    /// Whom the app wants, and nobody else.
    var subjects: Set<String> = []

    /// Of which one is essential to the app (`acr`).
    var contexts: [String] = []

    /// The scopes that would give what is asked for: the person agrees to these.
    var scopes: Set<String> { Set(userInfo.union(idToken).compactMap { PersonClaims.scopes[$0] }) }

    init() {}

    init(_ text: String, of client: Client) throws(OAuthError) {
        guard let document = try? JSONDocument(Array(text.utf8), limits: .body).decode(Document.self) else {
            throw OAuthError(.invalidRequest, "claims must be a JSON object with userinfo and id_token (OpenID Connect Core, 5.5)")
        }
        let (userInfo, idToken) = (document.userinfo ?? [:], document.id_token ?? [:])
        self.userInfo = Self.known(userInfo, to: client)
        self.idToken = Self.known(idToken, to: client)
        subjects = Set([userInfo, idToken].compactMap { $0["sub"]??.value })
        contexts = try Self.contexts(idToken["acr"] ?? nil)
    }

    private static func known(_ members: [String: Member?], to client: Client) -> Set<String> {
        Set(members.keys.filter { name in PersonClaims.scopes[name].map(client.scopes.contains) ?? false })
    }

    /// A context that an app cannot do without, and that nobody reaches here, is an error (5.5.1.1).
    private static func contexts(_ member: Member?) throws(OAuthError) -> [String] {
        guard let member, member.essential == true else { return [] }
        let wanted = member.values ?? [member.value].compactMap { $0 }
        guard wanted.isEmpty || !Set(wanted).isDisjoint(with: AuthenticationContext.supported) else {
            throw OAuthError(.unmetAuthenticationRequirements, "acr: none of the contexts that claims calls essential can be reached")
        }
        return wanted
    }

    private struct Document: Decodable {
        var userinfo: [String: Member?]?
        var id_token: [String: Member?]?
    }

    /// What is asked of one claim; values that are no text are of no claim that we compare.
    private struct Member: Decodable {
        var essential: Bool?
        var value: String?
        var values: [String]?

        private enum CodingKeys: String, CodingKey { case essential, value, values }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            essential = try? container.decodeIfPresent(Bool.self, forKey: .essential)
            value = try? container.decodeIfPresent(String.self, forKey: .value)
            values = try? container.decodeIfPresent([String].self, forKey: .values)
        }
    }
}

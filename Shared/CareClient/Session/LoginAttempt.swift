import CareModels
import Crypto
import Foundation

/// One login by authorization code with PKCE (RFC 6749, 7636, 9207; OpenID Connect Core 3.1): what is asked, and whether what came back answers it.
struct LoginAttempt: Equatable, Sendable {
    var clientID: String
    var redirect: URL
    var scopes: Set<Scope>
    var verifier: String
    var state: String
    var nonce: String

    init(clientID: String, redirect: URL, scopes: [Scope]) {
        self.clientID = clientID
        self.redirect = redirect
        // Who it is, and a session that lasts.
        self.scopes = Set(scopes).union(["openid", "offline_access"])
        verifier = Self.secret()
        state = Self.secret()
        nonce = Self.secret()
    }

    private static func secret() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { Base64URL.encode($0) }
    }

    private var challenge: String { Base64URL.encode(SHA256.hash(data: Data(verifier.utf8))) }

    /// Where the browser goes.
    func address(at endpoint: URL) -> URL? {
        let query = [
            "response_type": "code", "client_id": clientID, "redirect_uri": redirect.absoluteString,
            "scope": scopes.map(\.rawValue).sorted().joined(separator: " "), "state": state, "nonce": nonce, "code_challenge": challenge,
            "code_challenge_method": "S256"
        ]
        let text = query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.formEncoded)" }.joined(separator: "&")
        return URL(string: endpoint.absoluteString + (endpoint.query == nil ? "?" : "&") + text)
    }

    /// The code that the browser brought back.
    func code(in callback: URL, issuer: String) throws(LoginFault) -> String {
        guard callback.absoluteString.hasPrefix(redirect.absoluteString), let parts = URLComponents(url: callback, resolvingAgainstBaseURL: false) else {
            throw .notOurs("redirect")
        }
        let items = parts.percentEncodedQueryItems ?? []
        // A name that comes twice says nothing.
        func value(_ name: String) -> String? {
            let found = items.filter { $0.name == name }
            return found.count == 1 ? found[0].value?.replacingOccurrences(of: "+", with: " ").removingPercentEncoding : nil
        }
        guard value("state") == state else { throw .notOurs("state") }
        guard value("iss") == issuer else { throw .notOurs("iss") }
        if let error = value("error") { throw .denied(error) }
        guard let code = value("code"), !code.isEmpty else { throw .notOurs("code") }
        return code
    }

    func form(code: String) -> [String: String] {
        [
            "grant_type": "authorization_code", "client_id": clientID, "redirect_uri": redirect.absoluteString, "code": code, "code_verifier": verifier
        ]
    }

    /// Who has logged in. The token came from the token endpoint itself, so TLS vouches for it (OpenID Connect Core 3.1.3.7, 6); its claims are checked.
    func user(by idToken: String?, issuer: String, now: Date) throws(LoginFault) -> UserID {
        let parts = (idToken ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]), let claims = try? Wire.decode(Claims.self, from: Data(payload)) else {
            throw .notOurs("id_token")
        }
        guard claims.iss == issuer else { throw .notOurs("iss") }
        guard claims.aud.all.contains(clientID) else { throw .notOurs("aud") }
        guard claims.nonce == nonce else { throw .notOurs("nonce") }
        // A device's clock may be wrong by more than the token lives: an hour is forgiven.
        guard claims.exp > now.timeIntervalSince1970 - 3600 else { throw .notOurs("exp") }
        guard let user = UserID(claims.sub) else { throw .notOurs("sub") }
        return user
    }

    private struct Claims: Decodable {
        var iss: String
        var sub: String
        var aud: Audience
        var exp: Double
        var nonce: String?
    }

    /// One or several.
    private struct Audience: Decodable {
        var all: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let one = try? container.decode(String.self) { all = [one] } else { all = try container.decode([String].self) }
        }
    }
}

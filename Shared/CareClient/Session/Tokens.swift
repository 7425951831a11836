import CareModels
import Foundation

/// What a session consists of here.
struct Tokens: Codable, Equatable, Sendable {
    var userID: UserID
    var accessToken: String
    /// By this device's clock; when that is wrong, the server's 401 says so.
    var expiresAt: Date
    /// Nil where the server gives none: then the session ends with the access token.
    var refreshToken: String?
    var scope: String
    /// To this device's key (`Proofs`).
    var isBound: Bool?

    /// A token is not used in its last seconds, which the way takes.
    static let margin: TimeInterval = 30

    func isGood(at now: Date) -> Bool { expiresAt.timeIntervalSince(now) > Self.margin }
}

/// What the keychain holds of a session: the tokens, or whose they were.
struct KeptSession: Codable, Equatable, Sendable {
    var userID: UserID
    var tokens: Tokens?
}

/// A session that was ended here, and is still to be ended on the server.
struct Ending: Codable, Equatable, Sendable {
    var id: String
    /// Nil where the browser's login that it came from is not to end with it: of what an earlier version of the client has left, and where another login has
    /// taken its place.
    var tokens: Tokens?
    var refreshToken: String?

    init(_ tokens: Tokens, id: String = UUID().uuidString) { (self.id, self.tokens, refreshToken) = (id, tokens, tokens.refreshToken) }

    init(refreshToken: String) { (id, self.refreshToken) = (refreshToken, refreshToken) }

    init(from decoder: any Decoder) throws {
        if let token = try? decoder.singleValueContainer().decode(String.self) {
            (id, refreshToken) = (token, token)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        tokens = try container.decodeIfPresent(Tokens.self, forKey: .tokens)
        refreshToken = try container.decodeIfPresent(String.self, forKey: .refreshToken)
    }
}

extension Keychain {
    /// As after a login: for tests.
    package func logIn(_ user: UserID, token: String, until instant: Date, refreshToken: String? = "refresh-1") throws {
        let tokens = Tokens(userID: user, accessToken: token, expiresAt: instant, refreshToken: refreshToken, scope: "")
        try write(CareSession.name, Wire.encode(KeptSession(userID: user, tokens: tokens)))
    }
}

/// The token endpoint's answer (RFC 6749, section 5.1).
struct TokenReply: Decodable, Sendable {
    var accessToken: String
    var expiresIn: Int
    var refreshToken: String?
    var idToken: String?
    var scope: String?
    var tokenType: String?

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token", expiresIn = "expires_in", refreshToken = "refresh_token", idToken = "id_token", scope, tokenType = "token_type"
    }

    /// A refresh that names no other token leaves the one before in place.
    func tokens(of user: UserID, now: Date, before: Tokens? = nil) -> Tokens {
        Tokens(
            userID: user, accessToken: accessToken, expiresAt: now.addingTimeInterval(TimeInterval(expiresIn)),
            refreshToken: refreshToken ?? before?.refreshToken, scope: scope ?? before?.scope ?? "", isBound: tokenType?.lowercased() == "dpop" ? true : nil)
    }
}

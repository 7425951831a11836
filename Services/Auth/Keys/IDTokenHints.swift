import CareModels
import Crypto
import Foundation
import Sealing

/// An id token that comes back as a hint of who it was about (OpenID Connect Core, 3.1.2.1; RP-Initiated Logout, 2).
struct IDTokenHint: Equatable, Sendable {
    var subject: String
    var clientID: String
    var session: SessionID?
}

/// Reads them: they may have expired long ago, but it was we who signed them, by a key that is published still.
struct IDTokenHints: Sendable {
    private struct Header: Decodable {
        var alg: String
        var kid: String
        var typ: String?
    }

    private struct Claims: Decodable {
        var iss: String
        var sub: String
        var aud: String
        var sid: String?
    }

    private static let longest = 4 << 10

    let issuer: String
    let keys: KeyRing

    /// Nil for anything else.
    func read(_ token: String) async throws -> IDTokenHint? {
        guard token.utf8.count <= Self.longest else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.decode(Header.self, parts[0]), let signature = Base64URL.decode(parts[2]) else { return nil }
        // An access token is none, though we signed it.
        guard header.typ == nil || header.typ == "JWT", let algorithm = SigningAlgorithm(rawValue: header.alg) else { return nil }
        guard let key = try await keys.key(header.kid), key.algorithm == algorithm else { return nil }
        guard key.accepts(signature, for: Data("\(parts[0]).\(parts[1])".utf8)) else { return nil }
        guard let claims = Self.decode(Claims.self, parts[1]), claims.iss == issuer else { return nil }
        return IDTokenHint(subject: claims.sub, clientID: claims.aud, session: claims.sid.flatMap { SessionID($0) })
    }

    private static func decode<T: Decodable>(_ type: T.Type, _ part: Substring) -> T? {
        Base64URL.decode(part).flatMap { try? JSONDecoder().decode(type, from: Data($0)) }
    }
}

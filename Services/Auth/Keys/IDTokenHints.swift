import CareModels
import Foundation
import JSON
import Postgres

/// Reads id tokens that come back as hints: they may have expired long ago, and their key may have been retired, but it was we who signed them, and the
/// key was not withdrawn.
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
    let pool: PostgresPool

    /// Nil for anything else.
    func read(_ token: String) async throws -> IDTokenHint? {
        guard token.utf8.count <= Self.longest else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.decode(Header.self, parts[0]), let signature = Base64URL.decode(parts[2]) else { return nil }
        // An access token is none, though we signed it.
        guard header.typ == nil || header.typ == "JWT", let algorithm = SigningAlgorithm(rawValue: header.alg) else { return nil }
        guard let key = try await key(header.kid), key.algorithm == algorithm else { return nil }
        guard key.accepts(signature, for: Data("\(parts[0]).\(parts[1])".utf8)) else { return nil }
        guard let claims = Self.decode(Claims.self, parts[1]), claims.iss == issuer else { return nil }
        return IDTokenHint(subject: claims.sub, clientID: claims.aud, session: claims.sid.flatMap { SessionID($0) })
    }

    private func key(_ kid: String) async throws -> CheckingKey? {
        if let published = try await keys.key(kid) { return published.checking }
        guard let (algorithm, publicKey) = try await pool.withConnection({ try await $0.retiredSigningKey(kid) }) else { return nil }
        return try CheckingKey(algorithm, publicKey: publicKey)
    }

    private static func decode<T: Decodable>(_ type: T.Type, _ part: Substring) -> T? {
        Base64URL.decode(part).flatMap { try? CareJSON.decode(type, from: $0) }
    }
}

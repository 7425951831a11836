import CareModels
import Postgres

/// Reads id tokens that come back as hints: they may have expired long ago, and their key may have been retired, but it was we who signed them, and the
/// key was not withdrawn.
struct IDTokenHints: Sendable {
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
        guard let signed = CompactJWS(token, longest: Self.longest), let kid = signed.header.kid else { return nil }
        // An access token is none, though we signed it.
        guard signed.header.typ == nil || signed.header.typ == "JWT", let algorithm = SigningAlgorithm(rawValue: signed.header.alg) else { return nil }
        guard let key = try await key(kid), key.algorithm == algorithm, key.accepts(signed.signature, for: signed.input) else { return nil }
        guard let claims = signed.claims(Claims.self), claims.iss == issuer else { return nil }
        return IDTokenHint(subject: claims.sub, clientID: claims.aud, session: claims.sid.flatMap { SessionID($0) })
    }

    private func key(_ kid: String) async throws -> CheckingKey? {
        if let published = try await keys.key(kid) { return published.checking }
        guard let (algorithm, publicKey) = try await pool.withConnection({ try await $0.retiredSigningKey(kid) }) else { return nil }
        return try CheckingKey(algorithm, publicKey: publicKey)
    }
}

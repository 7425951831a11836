import CareModels
import Foundation
import JSON

/// A client's public key, as its JWKS says it (RFC 7517; RFC 7518, 6).
struct PublicJWK: Codable, Equatable, Sendable {
    var kty: String
    var kid: String?
    var alg: String?
    var use: String?
    var crv: String?
    var x: String?
    var y: String?
    var n: String?
    var e: String?
    /// Of a private key, or of a shared one.
    var d: String?
    var k: String?

    /// What it checks signatures of; nothing when it is for something else, or too weak.
    var algorithms: Set<AssertionAlgorithm> {
        guard use == nil || use == "sig" else { return [] }
        let fitting = Self.algorithms(kty, crv, modulus.count)
        return alg.map { name in fitting.filter { $0.rawValue == name } } ?? fitting
    }

    /// Without leading zeros.
    var modulus: [UInt8] { n.flatMap { Base64URL.decode($0) }.map { Array($0.drop { $0 == 0 }) } ?? [] }
    var exponent: [UInt8] { e.flatMap { Base64URL.decode($0) }.map { Array($0.drop { $0 == 0 }) } ?? [] }

    /// RSA's from 2048 to 4096 bits: checking with longer ones takes too long.
    private static func algorithms(_ kty: String, _ crv: String?, _ modulus: Int) -> Set<AssertionAlgorithm> {
        switch (kty, crv) {
        case ("EC", "P-256"): [.es256]
        case ("EC", "P-384"): [.es384]
        case ("RSA", nil): (256...512).contains(modulus) ? [.rs256, .rs384, .ps256] : []
        default: []
        }
    }
}

/// A client's JWKS. Keys of other kinds are passed over: a client may publish more than we use.
struct PublicJWKSet: Decodable, Sendable {
    static let mostBytes = 64 << 10
    static let mostKeys = 20

    /// Those that check signatures, as many as we look at.
    var keys: [PublicJWK]
    var holdsSecrets: Bool

    private struct Lenient: Decodable {
        let key: PublicJWK?
        init(from decoder: any Decoder) throws { key = try? PublicJWK(from: decoder) }
    }

    private enum CodingKeys: String, CodingKey { case keys }

    init(from decoder: any Decoder) throws {
        let all = try decoder.container(keyedBy: CodingKeys.self).decode([Lenient].self, forKey: .keys).compactMap(\.key)
        holdsSecrets = all.contains { $0.d != nil || $0.k != nil }
        keys = Array(all.filter { !$0.algorithms.isEmpty }.prefix(Self.mostKeys))
    }

    /// Nil when the bytes are no JWKS.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.mostBytes, let set = try? JSONDocument(bytes, limits: .body).decode(PublicJWKSet.self) else { return nil }
        self = set
    }
}

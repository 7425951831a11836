import CareModels
import Crypto
import Foundation
import JSON
import Sealing

/// What shows that whoever sends a request has the private half of a key (RFC 9449, section 4): a token of the client's own making, signed with ES256 or RS256, about this
/// one request. Taken apart; neither its signature nor what it is about is checked yet.
package struct DPoPProof {
    /// Of the header, and of the scheme under which a bound token is sent.
    package static let name = "DPoP"
    package static let algorithms = ["ES256", "RS256"]
    static let longest = 4 << 10
    private static let longestID = 256
    /// It was made so many seconds ago at most; clocks may differ by as much the other way.
    package static let window = 60.0

    private struct Header: Decodable {
        var alg: String
        var typ: String
        var jwk: Key
        /// Extensions that a reader must understand; we know none.
        var crit: [String]?
    }

    private enum Key: Decodable {
        case p256(point: [UInt8])
        /// Of numbers, big-endian without leading zeros.
        case rsa(modulus: [UInt8], exponent: [UInt8])

        private enum CodingKeys: String, CodingKey { case kty, crv, x, y, n, e, d, k }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            guard !container.contains(.d), !container.contains(.k) else { throw DPoPRefusal.privateKey }
            func bytes(_ key: CodingKeys) throws -> [UInt8] { Base64URL.decode(try container.decode(String.self, forKey: key)) ?? [] }
            switch try container.decode(String.self, forKey: .kty) {
            case "EC":
                let (x, y) = (try bytes(.x), try bytes(.y))
                guard try container.decode(String.self, forKey: .crv) == "P-256", x.count == 32, y.count == 32 else { throw DPoPRefusal.malformed }
                self = .p256(point: [4] + x + y)
            case "RSA":
                let (modulus, exponent) = (Array(try bytes(.n).drop { $0 == 0 }), Array(try bytes(.e).drop { $0 == 0 }))
                guard RSAVerificationKey.isUsable(modulus: modulus, exponent: exponent) else { throw DPoPRefusal.malformed }
                self = .rsa(modulus: modulus, exponent: exponent)
            default: throw DPoPRefusal.malformed
            }
        }

        var algorithm: String {
            switch self {
            case .p256: "ES256"
            case .rsa: "RS256"
            }
        }

        /// RFC 7638.
        var thumbprint: String {
            switch self {
            case .p256(let point): return JSONWebKey(publicKey: point).kid
            case .rsa(let modulus, let exponent):
                let members = #"{"e":"\#(Base64URL.encode(exponent))","kty":"RSA","n":"\#(Base64URL.encode(modulus))"}"#
                return Base64URL.encode(SHA256.hash(data: Data(members.utf8)))
            }
        }

        func accepts(_ signature: [UInt8], for input: Data) -> Bool {
            switch self {
            case .p256(let point):
                guard let key = JSONWebKey(publicKey: point).verificationKey, let signature = P256.Signing.ECDSASignature(es256: signature) else { return false }
                return key.accepts(signature, for: input)
            case .rsa(let modulus, let exponent):
                return RSAVerificationKey(modulus: modulus, exponent: exponent)?.accepts(signature, for: input) ?? false
            }
        }
    }

    struct Claims: Decodable {
        var jti: String
        var htm: String
        var htu: String
        /// Seconds since 1970.
        var iat: Double
        var ath: String?
        /// One of ours, where they are asked for.
        var nonce: String?
    }

    let claims: Claims
    /// The key's (RFC 7638): what a token that is bound to it names (`cnf.jkt`).
    package let thumbprint: String
    private let key: Key
    let input: Data
    private let signature: [UInt8]

    /// What the key signs with, by JWS's name.
    var algorithm: String { key.algorithm }

    package init(_ text: String) throws(DPoPRefusal) {
        guard text.utf8.count <= Self.longest else { throw .malformed }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let head = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]) else { throw .malformed }
        let header = try Self.header(head)
        guard header.crit == nil, header.typ.lowercased() == "dpop+jwt" else { throw .malformed }
        guard Self.algorithms.contains(header.alg) else { throw .algorithm }
        guard header.alg == header.jwk.algorithm else { throw .malformed }
        guard let claims = try? CareJSON.decode(Claims.self, from: payload, limits: .body) else { throw .malformed }
        guard !claims.jti.isEmpty, claims.jti.utf8.count <= Self.longestID, claims.iat.isFinite else { throw .malformed }
        guard let signature = Base64URL.decode(parts[2]), !signature.isEmpty else { throw .malformed }
        (key, thumbprint) = (header.jwk, header.jwk.thumbprint)
        (self.claims, self.signature) = (claims, signature)
        input = Data(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
    }

    private static func header(_ bytes: [UInt8]) throws(DPoPRefusal) -> Header {
        do {
            return try CareJSON.decode(Header.self, from: bytes, limits: .body)
        } catch let refusal as DPoPRefusal {
            throw refusal
        } catch {
            throw .malformed
        }
    }

    /// Whether it is about this request, made now, and signed with the key that it names; `token`: the one that comes along.
    package func check(_ method: String, _ url: String, token: String?, now: Date) throws(DPoPRefusal) {
        guard claims.htm.utf8.elementsEqual(method.utf8) else { throw .method }
        guard Self.isSame(claims.htu, url) else { throw .address }
        guard abs(now.timeIntervalSince1970 - claims.iat) <= Self.window else { throw .stale }
        if let token {
            let hash = Base64URL.encode(SHA256.hash(data: Data(token.utf8)))
            guard let said = claims.ath, said.utf8.elementsEqual(hash.utf8) else { throw .token }
        }
        guard key.accepts(signature, for: input) else { throw .signature }
    }

    /// By this it is known when it comes again.
    var identity: TokenHash { TokenHash("\(thumbprint) \(claims.jti)") }

    /// Without what follows the path (section 4.3), and with the origin as browsers spell it.
    private static func isSame(_ said: String, _ url: String) -> Bool {
        let bare = Substring(said.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
        if bare.utf8.elementsEqual(url.utf8) { return true }
        guard let origin = WebOrigin.of(String(bare)), origin == WebOrigin.of(url) else { return false }
        return path(bare[...]).elementsEqual(path(url[...]))
    }

    /// Behind scheme and host.
    private static func path(_ url: Substring) -> Substring.UTF8View.SubSequence {
        var slashes = 0
        return url.utf8.drop { byte in
            if byte == UInt8(ascii: "/") { slashes += 1 }
            return slashes < 3
        }
    }
}

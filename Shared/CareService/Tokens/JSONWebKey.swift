import Crypto
import Foundation

/// A public P-256 key of a JWKS (RFC 7517; RFC 7518, section 6.2).
public struct JSONWebKey: Codable, Sendable, Equatable {
    public var kid: String
    public var kty: String
    public var crv: String
    /// base64url of the 32-byte coordinate.
    public var x: String
    public var y: String
    public var alg: String
    public var use: String

    /// From an uncompressed point (0x04, x, y: 65 bytes), as `P256.Signing.PublicKey.x963Representation` gives it.
    public init(kid: String, publicKey x963: [UInt8]) {
        precondition(x963.count == 65 && x963[0] == 4, "an uncompressed P-256 point has 65 bytes")
        self.kid = kid
        (kty, crv, alg, use) = ("EC", "P-256", "ES256", "sig")
        x = Base64URL.encode(x963[1..<33])
        y = Base64URL.encode(x963[33..<65])
    }

    /// With its thumbprint as `kid`.
    public init(publicKey x963: [UInt8]) {
        self.init(kid: "", publicKey: x963)
        kid = thumbprint
    }

    /// The key's SHA-256 thumbprint (RFC 7638): the same key has the same one everywhere.
    public var thumbprint: String {
        let members = #"{"crv":"\#(crv)","kty":"\#(kty)","x":"\#(x)","y":"\#(y)"}"#
        return Base64URL.encode(SHA256.hash(data: Data(members.utf8)))
    }

    /// The key to check signatures with; nil when this is not an ES256 key.
    var verificationKey: VerificationKey? {
        guard kty == "EC", crv == "P-256", alg == "ES256", use == "sig" else { return nil }
        guard let x = Base64URL.decode(x), let y = Base64URL.decode(y), x.count == 32, y.count == 32 else { return nil }
        return (try? P256.Signing.PublicKey(x963Representation: [4] + x + y)).map(VerificationKey.init)
    }
}

/// A JWKS document. Keys of other kinds are passed over: an issuer may publish more than we use.
public struct JSONWebKeySet: Codable, Sendable {
    public var keys: [JSONWebKey]

    public init(keys: [JSONWebKey]) { self.keys = keys }

    private struct Lenient: Decodable {
        let key: JSONWebKey?
        init(from decoder: any Decoder) throws { key = try? JSONWebKey(from: decoder) }
    }

    private enum CodingKeys: String, CodingKey { case keys }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        keys = try container.decode([Lenient].self, forKey: .keys).compactMap(\.key)
    }
}

import CareModels
import Crypto
import Foundation

/// A public P-256 key of a JWKS (RFC 7517; RFC 7518, section 6.2).
package struct JSONWebKey: Codable, Sendable, Equatable {
    package var kid: String
    package var kty: String
    package var crv: String
    /// base64url of the 32-byte coordinate.
    package var x: String
    package var y: String
    package var alg: String
    package var use: String

    /// From an uncompressed point (0x04, x, y: 65 bytes), as `P256.Signing.PublicKey.x963Representation` gives it.
    package init(kid: String, publicKey x963: [UInt8]) {
        precondition(x963.count == 65 && x963[0] == 4, "an uncompressed P-256 point has 65 bytes")
        self.kid = kid
        (kty, crv, alg, use) = ("EC", "P-256", "ES256", "sig")
        x = Base64URL.encode(x963[1..<33])
        y = Base64URL.encode(x963[33..<65])
    }

    /// With its thumbprint as `kid`.
    package init(publicKey x963: [UInt8]) {
        self.init(kid: "", publicKey: x963)
        kid = thumbprint
    }

    /// The key's SHA-256 thumbprint (RFC 7638): the same key has the same one everywhere.
    package var thumbprint: String {
        let members = #"{"crv":"\#(crv)","kty":"\#(kty)","x":"\#(x)","y":"\#(y)"}"#
        return Base64URL.encode(SHA256.hash(data: Data(members.utf8)))
    }

    /// The key to check signatures with; nil when this is not an ES256 key.
    package var verificationKey: VerificationKey? {
        guard kty == "EC", crv == "P-256", alg == "ES256", use == "sig" else { return nil }
        guard let x = Base64URL.decode(x), let y = Base64URL.decode(y), x.count == 32, y.count == 32 else { return nil }
        return (try? P256.Signing.PublicKey(x963Representation: [4] + x + y)).map(VerificationKey.init)
    }
}

/// A JWKS document. Keys of other kinds are passed over: an issuer may publish more than we use.
package struct JSONWebKeySet: Codable, Sendable {
    package var keys: [JSONWebKey]

    package init(keys: [JSONWebKey]) { self.keys = keys }

    private struct Lenient: Decodable {
        let key: JSONWebKey?
        init(from decoder: any Decoder) throws { key = try? JSONWebKey(from: decoder) }
    }

    private enum CodingKeys: String, CodingKey { case keys }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        keys = try container.decode([Lenient].self, forKey: .keys).compactMap(\.key)
    }
}

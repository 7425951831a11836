import CareModels
import CareService
import Crypto
import Foundation
import JSON
import _CryptoExtras

/// A key that a client binds its tokens to, and what it shows of it (RFC 9449). A test changes what it likes.
package struct ProofKey: Sendable {
    package struct Header: Codable, Sendable {
        package var typ: String? = "dpop+jwt"
        package var alg = "ES256"
        package var jwk: [String: String]?
        package var crit: [String]?
    }

    package struct Claims: Codable, Sendable {
        package var jti: String? = UUID().uuidString
        package var htm: String?
        package var htu: String?
        package var iat: Double? = Date().timeIntervalSince1970.rounded(.down)
        package var ath: String?
        package var nonce: String?
    }

    private let raw: Data
    private let isRSA: Bool
    private let jwk: [String: String]

    package init() throws {
        let key = P256.Signing.PrivateKey()
        (raw, isRSA) = (key.rawRepresentation, false)
        let point = [UInt8](key.publicKey.x963Representation)
        jwk = ["kty": "EC", "crv": "P-256", "x": Base64URL.encode(point[1..<33]), "y": Base64URL.encode(point[33...])]
    }

    /// Of RSA with 2048 bits, whose RSAPublicKey (RFC 8017, A.1.1) has the modulus behind nine bytes and in the end the exponent.
    package init(rsa key: _RSA.Signing.PrivateKey) {
        (raw, isRSA) = (key.derRepresentation, true)
        let numbers = [UInt8](key.publicKey.pkcs1DERRepresentation)
        jwk = ["kty": "RSA", "n": Base64URL.encode(numbers[9..<265]), "e": Base64URL.encode(numbers.suffix(3))]
    }

    /// RFC 7638.
    package var thumbprint: String {
        if isRSA { return Base64URL.encode(SHA256.hash(data: Data(#"{"e":"\#(jwk["e"] ?? "")","kty":"RSA","n":"\#(jwk["n"] ?? "")"}"#.utf8))) }
        let text = #"{"crv":"P-256","kty":"EC","x":"\#(jwk["x"] ?? "")","y":"\#(jwk["y"] ?? "")"}"#
        return Base64URL.encode(SHA256.hash(data: Data(text.utf8)))
    }

    package var secret: String { Base64URL.encode([UInt8](raw)) }

    /// For `method` at `url`, with a token or none.
    package func proof(
        _ method: String, _ url: String, token: String? = nil, _ change: (inout Header, inout Claims) -> Void = { _, _ in }
    ) throws -> String {
        var header = Header(jwk: jwk)
        if isRSA { header.alg = "RS256" }
        var claims = Claims(htm: method, htu: url)
        claims.ath = token.map { Base64URL.encode(SHA256.hash(data: Data($0.utf8))) }
        change(&header, &claims)
        let input = try [CareJSON.encode(header), CareJSON.encode(claims)].map { Base64URL.encode([UInt8]($0)) }.joined(separator: ".")
        return input + "." + Base64URL.encode(try signature(of: Data(input.utf8)))
    }

    private func signature(of input: Data) throws -> [UInt8] {
        guard isRSA else { return [UInt8](try P256.Signing.PrivateKey(rawRepresentation: raw).signature(for: input).rawRepresentation) }
        let key = try _RSA.Signing.PrivateKey(derRepresentation: raw)
        return [UInt8](try key.signature(for: SHA256.hash(data: input), padding: .insecurePKCS1v1_5).rawRepresentation)
    }
}

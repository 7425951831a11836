import CareModels
import Crypto
import Foundation
import Sealing
import _CryptoExtras

/// A key of a client, or of an issuer of users, to check its assertions with.
// @unchecked: the key is never changed, and checking only reads it.
struct AssertionKey: @unchecked Sendable {
    private enum Key {
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
        case rsa(_RSA.Signing.PublicKey)
    }

    let kid: String?
    private let algorithms: Set<AssertionAlgorithm>
    private let key: Key

    /// Nil when it is no point of its curve, or no key to check with.
    init?(_ jwk: PublicJWK) {
        (kid, algorithms) = (jwk.kid, jwk.algorithms)
        guard let first = algorithms.first else { return nil }
        switch first {
        case .es256:
            guard let point = Self.point(jwk, of: 32), let key = try? P256.Signing.PublicKey(x963Representation: point) else { return nil }
            self.key = .p256(key)
        case .es384:
            guard let point = Self.point(jwk, of: 48), let key = try? P384.Signing.PublicKey(x963Representation: point) else { return nil }
            self.key = .p384(key)
        case .rs256, .rs384, .ps256:
            // A long exponent makes checking slow.
            guard (1...4).contains(jwk.exponent.count) else { return nil }
            let der = RSAVerificationKey.pkcs1(modulus: jwk.modulus, exponent: jwk.exponent)
            guard let key = try? _RSA.Signing.PublicKey(derRepresentation: der) else { return nil }
            self.key = .rsa(key)
        }
    }

    func accepts(_ signature: [UInt8], for input: Data, by algorithm: AssertionAlgorithm) -> Bool {
        guard algorithms.contains(algorithm) else { return false }
        switch key {
        case .p256(let key): return P256.Signing.ECDSASignature(es256: signature).map { key.isValidSignature($0, for: input) } ?? false
        case .p384(let key):
            // R and S, 48 bytes each, and no other form (RFC 7518, section 3.4).
            guard signature.count == 96, let pair = try? P384.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(pair, for: input)
        case .rsa(let key):
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            // RS256 and RS384 are this padding (RFC 7518, section 3.3); its name warns of encrypting with it.
            // With a salt as long as the hash (RFC 7518, section 3.5).
            if algorithm == .ps256 { return key.isValidSignature(signature, for: SHA256.hash(data: input), padding: .PSS) }
            if algorithm == .rs384 { return key.isValidSignature(signature, for: SHA384.hash(data: input), padding: .insecurePKCS1v1_5) }
            return key.isValidSignature(signature, for: SHA256.hash(data: input), padding: .insecurePKCS1v1_5)
        }
    }

    private static func point(_ jwk: PublicJWK, of length: Int) -> [UInt8]? {
        guard let x = jwk.x.flatMap({ Base64URL.decode($0) }), let y = jwk.y.flatMap({ Base64URL.decode($0) }) else { return nil }
        return x.count == length && y.count == length ? [4] + x + y : nil
    }
}

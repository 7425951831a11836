import CareModels
import Crypto
import Foundation
import Sealing
import _CryptoExtras

extension PasskeyPublicKey {
    /// WebAuthn, 6.5.5: of ES256 an Ecdsa-Sig-Value in DER, where JOSE has both numbers side by side.
    func accepts(_ signature: [UInt8], for signed: [UInt8]) -> Bool {
        switch self {
        case .es256(let x, let y):
            guard let key = try? P256.Signing.PublicKey(x963Representation: [4] + x + y) else { return false }
            return (try? P256.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: signed) } ?? false
        case .rs256(let modulus, let exponent):
            guard let key = try? _RSA.Signing.PublicKey(derRepresentation: RSAVerificationKey.pkcs1(modulus: modulus, exponent: exponent)) else { return false }
            // RS256 is this padding (RFC 7518, section 3.3); its name warns of encrypting with it.
            return key.isValidSignature(_RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: signed), padding: .insecurePKCS1v1_5)
        }
    }

    /// Whether anything can be checked with it: its point is on the curve, its modulus is no nonsense.
    var isKey: Bool {
        switch self {
        case .es256(let x, let y): (try? P256.Signing.PublicKey(x963Representation: [4] + x + y)) != nil
        case .rs256(let modulus, let exponent): (try? _RSA.Signing.PublicKey(derRepresentation: RSAVerificationKey.pkcs1(modulus: modulus, exponent: exponent))) != nil
        }
    }
}

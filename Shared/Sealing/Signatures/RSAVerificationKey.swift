import Crypto
import Foundation
import _CryptoExtras

/// A public RSA key that checks RS256 signatures.
///
/// @unchecked Sendable: the key is never changed after it was made, and checking reads it only.
package struct RSAVerificationKey: @unchecked Sendable {
    /// In bytes: from 2048 bits to 4096; checking with longer ones takes too long, and so it does with a long exponent.
    private static let modulusLength = 256...512
    private static let exponentLength = 1...4

    private let key: _RSA.Signing.PublicKey

    /// Of numbers, big-endian without leading zeros; nil when it is no key to check with.
    package init?(modulus: [UInt8], exponent: [UInt8]) {
        guard Self.isUsable(modulus: modulus, exponent: exponent) else { return nil }
        guard let key = try? _RSA.Signing.PublicKey(derRepresentation: Self.pkcs1(modulus: modulus, exponent: exponent)) else { return nil }
        self.key = key
    }

    package static func isUsable(modulus: [UInt8], exponent: [UInt8]) -> Bool {
        modulusLength.contains(modulus.count) && exponentLength.contains(exponent.count)
    }

    /// RS256 is this padding (RFC 7518, section 3.3); its name warns of encrypting with it.
    package func accepts(_ signature: [UInt8], for input: Data) -> Bool {
        key.isValidSignature(_RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: input), padding: .insecurePKCS1v1_5)
    }

    /// An RSAPublicKey (RFC 8017, A.1.1), DER.
    package static func pkcs1(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
        element(0x30, holding: element(0x02, holding: positive(modulus)) + element(0x02, holding: positive(exponent)))
    }

    /// A number whose first bit is set would read as negative.
    private static func positive(_ number: [UInt8]) -> [UInt8] { (number.first ?? 0) >= 0x80 ? [0] + number : number }

    private static func element(_ tag: UInt8, holding contents: [UInt8]) -> [UInt8] {
        let count = contents.count
        let length: [UInt8] = count < 0x80 ? [UInt8(count)] : count < 0x100 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
        return [tag] + length + contents
    }
}

import Crypto
import Foundation

/// A public key that checks ES256 signatures.
///
/// @unchecked Sendable: the key is never changed after it was made, and checking reads it only; older swift-crypto does not
/// say so itself.
package struct VerificationKey: @unchecked Sendable {
    let key: P256.Signing.PublicKey

    package func accepts(_ signature: P256.Signing.ECDSASignature, for input: Data) -> Bool { key.isValidSignature(signature, for: input) }
}

extension P256.Signing.ECDSASignature {
    /// As ES256 has it: R and S, 32 bytes each, and no other form (RFC 7518, section 3.4).
    package init?(es256 bytes: [UInt8]) {
        guard bytes.count == 64, let signature = try? Self(rawRepresentation: bytes) else { return nil }
        self = signature
    }
}

import Crypto
import Foundation

/// A public key that checks ES256 signatures.
///
/// @unchecked Sendable: the key is never changed after it was made, and checking reads it only; older swift-crypto does not
/// say so itself.
struct VerificationKey: @unchecked Sendable {
    let key: P256.Signing.PublicKey

    func accepts(_ signature: P256.Signing.ECDSASignature, for input: Data) -> Bool { key.isValidSignature(signature, for: input) }
}

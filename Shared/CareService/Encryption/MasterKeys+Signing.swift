import Crypto
import Foundation

extension MasterKeys {
    /// HMAC-SHA256 of `text` under a key derived for `purpose` from the current master key, the same in every replica: for
    /// expiring addresses. After a rotation what was signed before is refused, so sign only what is short-lived.
    public func signature(of text: String, for purpose: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: signingKey(purpose)))
    }

    /// Compares in constant time.
    public func isSignature(_ signature: [UInt8], of text: String, for purpose: String) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: Data(text.utf8), using: signingKey(purpose))
    }

    private func signingKey(_ purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: current.wrapping.key, info: Data("careline signing \(purpose)".utf8), outputByteCount: 32)
    }
}

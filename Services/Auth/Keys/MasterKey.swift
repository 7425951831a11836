import Crypto
import Foundation

/// The one secret of the service that is not in the database: 32 bytes, from CARE_MASTER_KEY. Nothing is done with it itself;
/// each purpose has a key of its own (HKDF, RFC 5869).
struct MasterKey: Sendable {
    enum Purpose: String {
        /// Seals the private signing keys.
        case signingKeys = "signing-keys"
        /// Derives the successors of refresh tokens.
        case refreshTokens = "refresh-tokens"
        /// Binds a page's form to its browser.
        case forms
        /// Hashes names and addresses for lock-out and audit.
        case identifiers
    }

    private let key: SecretKey

    /// Nil unless `text` is the base 64 of 32 bytes.
    init?(base64 text: String) {
        guard let data = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)), data.count == 32 else { return nil }
        key = SecretKey(Array(data))
    }

    func derive(_ purpose: Purpose) -> SecretKey {
        let info = Data("careline auth \(purpose.rawValue)".utf8)
        return SecretKey(HKDF<SHA256>.deriveKey(inputKeyMaterial: key.symmetric, info: info, outputByteCount: 32))
    }
}

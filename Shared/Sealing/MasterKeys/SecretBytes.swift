import Crypto
import Foundation

/// What was to be opened was changed, moved to another place, or sealed under another key. Says nothing of the contents.
package struct CannotOpen: Error, Sendable, CustomStringConvertible {
    package init() {}
    package var description: String { "sealed data cannot be opened: it was changed or moved, or belongs to another key" }
}

/// A key of 256 bits that prints nothing of itself. Seals with AES-256-GCM: a nonce of 12 bytes, the ciphertext, a tag of 16.
// @unchecked: a SymmetricKey is never changed after it was made, and reading its bytes takes no lock.
package final class SecretBytes: @unchecked Sendable, CustomStringConvertible, CustomReflectable {
    package let key: SymmetricKey

    init(_ key: SymmetricKey) { self.key = key }

    /// 32 bytes.
    package convenience init(_ bytes: [UInt8]) { self.init(SymmetricKey(data: bytes)) }

    /// `place` says where the bytes belong. It is not stored; opening needs the same, so that what is copied elsewhere does not open
    /// there. At most 2³² values under one key (NIST SP 800-38D, 8.3).
    package func seal(_ bytes: some DataProtocol, at place: String) throws -> Data { try seal(bytes, authenticating: Array(place.utf8)) }

    /// Throws `CannotOpen`.
    package func open(_ sealed: some DataProtocol, at place: String) throws -> Data { try open(sealed, authenticating: Array(place.utf8)) }

    func seal(_ bytes: some DataProtocol, authenticating place: [UInt8]) throws -> Data {
        guard let combined = try AES.GCM.seal(bytes, using: key, authenticating: place).combined else { throw CannotOpen() }
        return combined
    }

    func open(_ sealed: some DataProtocol, authenticating place: [UInt8]) throws -> Data {
        do {
            return try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: place)
        } catch {
            throw CannotOpen()
        }
    }

    /// A key of its own for `purpose` (HKDF, RFC 5869).
    func derived(_ purpose: String) -> SecretBytes {
        SecretBytes(HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Data("careline \(purpose)".utf8), outputByteCount: 32))
    }

    /// HMAC-SHA256 (RFC 2104).
    package func authenticate(_ message: [UInt8]) -> [UInt8] { Array(HMAC<SHA256>.authenticationCode(for: message, using: key)) }

    /// Compares in constant time.
    package func isAuthentication(_ code: [UInt8], of message: [UInt8]) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
    }

    package var description: String { "SecretBytes" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

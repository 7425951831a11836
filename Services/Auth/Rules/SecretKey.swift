import Crypto
import Foundation

/// 256 secret bits. It prints nothing of itself.
struct SecretKey: Sendable, CustomStringConvertible {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(_ key: SymmetricKey) { bytes = key.withUnsafeBytes(Array.init) }

    var description: String { "SecretKey" }

    var symmetric: SymmetricKey { SymmetricKey(data: bytes) }

    /// HMAC-SHA256 (RFC 2104).
    func authenticate(_ message: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message, using: symmetric))
    }
}

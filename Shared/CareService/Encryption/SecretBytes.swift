import Crypto

/// A key of 256 bits that prints nothing of itself.
// @unchecked: a SymmetricKey is never changed after it was made, and reading its bytes takes no lock.
final class SecretBytes: @unchecked Sendable, CustomStringConvertible, CustomReflectable {
    let key: SymmetricKey

    init(_ key: SymmetricKey) { self.key = key }

    var description: String { "SecretBytes" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

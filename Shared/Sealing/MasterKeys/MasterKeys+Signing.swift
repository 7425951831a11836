import Foundation

extension MasterKeys {
    /// HMAC-SHA256 of `text` under a key derived for `purpose` from the current master key, the same in every replica: for
    /// expiring addresses. Of no use any more once that key is retired, so sign only what is short-lived.
    package func signature(of text: String, for purpose: String) -> [UInt8] {
        current.derived(Self.signing(purpose)).authenticate(Array(text.utf8))
    }

    /// By any of the keys. Compares in constant time.
    package func isSignature(_ signature: [UInt8], of text: String, for purpose: String) -> Bool {
        all.contains { $0.derived(Self.signing(purpose)).isAuthentication(signature, of: Array(text.utf8)) }
    }

    private static func signing(_ purpose: String) -> String { "signing \(purpose)" }
}

import CareModels
import Crypto
import Foundation

/// Proof Key for Code Exchange, S256 only (RFC 7636).
enum PKCE {
    /// 43 characters of base64url: a SHA-256.
    static func isChallenge(_ text: String) -> Bool { text.utf8.count == 43 && Base64URL.decode(text)?.count == 32 }

    static func challenge(of verifier: String) -> String { Base64URL.encode(SHA256.hash(data: Array(verifier.utf8))) }

    static func verifies(_ verifier: String, challenge: String) -> Bool {
        guard (43...128).contains(verifier.utf8.count), verifier.utf8.allSatisfy(isUnreserved) else { return false }
        return Secret.equal(Array(self.challenge(of: verifier).utf8), Array(challenge.utf8))
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

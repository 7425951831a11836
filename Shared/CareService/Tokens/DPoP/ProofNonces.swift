import CareModels
import Crypto
import Foundation

/// What a proof of possession has to hold besides (RFC 9449, sections 8 and 9), so that none is made in advance by who had a key for a moment only. A nonce is
/// the hash of five minutes of the clock under a key that every replica of every service has: there is one origin, and a client keeps one nonce of it.
package struct ProofNonces: Sendable {
    package static let header = "DPoP-Nonce"
    /// In seconds. One is good until the end of the next five minutes.
    static let lifetime = 300.0
    static let keyLength = 32

    private let key: [UInt8]

    package init?(key: [UInt8]) {
        guard key.count == Self.keyLength else { return nil }
        self.key = key
    }

    /// What the next proof has to hold.
    package func current(at now: Date) -> String { nonce(Self.slot(now)) }

    func accepts(_ nonce: String?, at now: Date) -> Bool {
        guard let nonce else { return false }
        let slot = Self.slot(now)
        return [slot, slot - 1].contains { self.nonce($0).utf8.elementsEqual(nonce.utf8) }
    }

    private static func slot(_ now: Date) -> Int { Int((now.timeIntervalSince1970 / lifetime).rounded(.down)) }

    private func nonce(_ slot: Int) -> String {
        Base64URL.encode([UInt8](HMAC<SHA256>.authenticationCode(for: Data("dpop nonce \(slot)".utf8), using: SymmetricKey(data: key))).prefix(16))
    }
}

import CareModels
import Crypto
import Foundation

/// Seals what is on disk (AES-256-GCM) under a key that is in the keychain. Each value is bound to its place: put elsewhere, it opens no more.
struct Sealer: Sendable {
    /// 32 bytes; the library's own type of key is not `Sendable`.
    private let bytes: Data

    init(key: Data) { bytes = key }

    private var key: SymmetricKey { SymmetricKey(data: bytes) }

    /// The key of this name, made at the first use.
    init(_ keychain: Keychain, named name: String = "disk-key") throws {
        if let kept = try keychain.load(name), kept.count == 32 {
            self.init(key: kept)
            return
        }
        let made = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        try keychain.save(name, made)
        self.init(key: made)
    }

    /// A name that says nothing to who has not the key, and is the same for the same text.
    func blinded(_ text: String) -> String {
        let named = HMAC<SHA256>.authenticationCode(for: Data("careline cache name v1".utf8), using: key)
        return Base64URL.encode(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Data(named))))
    }

    func seal(_ value: Data, at place: String) throws -> Data {
        guard let sealed = try AES.GCM.seal(value, using: key, authenticating: Data(place.utf8)).combined else { throw StorageFault.damaged }
        return sealed
    }

    /// What does not open was written under another key, at another place, or was damaged.
    func open(_ sealed: Data, at place: String) throws(StorageFault) -> Data {
        do {
            return try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: Data(place.utf8))
        } catch {
            throw .damaged
        }
    }
}

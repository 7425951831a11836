import CareModels
import CareService
import Crypto
import Foundation

/// A P-256 key that signs tokens, opened.
// @unchecked: the key is never changed, and BoringSSL signs with a const key from any thread.
struct SigningKey: @unchecked Sendable {
    /// The key in the database was sealed under another master key, or changed.
    struct CannotOpen: Error, CustomStringConvertible {
        var description: String { "a signing key cannot be opened: CARE_MASTER_KEY is not the one that it was sealed with" }
    }

    var schedule: KeyRotation.Key
    var privateKey: P256.Signing.PrivateKey
    var published: JSONWebKey

    static func make(signsFrom: Date, sealing: SecretKey, now: Date) throws -> SigningKeyRecord {
        let key = P256.Signing.PrivateKey()
        let kid = UUID.v7(at: now).lowercaseText
        let sealed = try AES.GCM.seal(key.rawRepresentation, using: sealing.symmetric, authenticating: Data(kid.utf8))
        guard let combined = sealed.combined else { throw CannotOpen() }
        return SigningKeyRecord(
            kid: kid, publicKey: Array(key.publicKey.x963Representation), sealedKey: Array(combined), signsFrom: signsFrom, createdAt: now)
    }

    init(_ record: SigningKeyRecord, sealing: SecretKey) throws {
        do {
            let box = try AES.GCM.SealedBox(combined: record.sealedKey)
            privateKey = try P256.Signing.PrivateKey(rawRepresentation: AES.GCM.open(box, using: sealing.symmetric, authenticating: Data(record.kid.utf8)))
        } catch {
            throw CannotOpen()
        }
        schedule = record.schedule
        published = JSONWebKey(kid: record.kid, publicKey: record.publicKey)
    }
}

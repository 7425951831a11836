import CareModels
import Crypto
import Foundation
import Sealing

/// A P-256 key that signs tokens, opened.
// @unchecked: the key is never changed, and BoringSSL signs with a const key from any thread.
struct SigningKey: @unchecked Sendable {
    /// The key in the database was sealed under a master key that this replica does not know, or changed.
    struct CannotOpen: Error, CustomStringConvertible {
        var description: String { "a signing key cannot be opened: it was sealed with none of the keys in CARE_MASTER_KEY" }
    }

    var schedule: KeyRotation.Key
    var privateKey: P256.Signing.PrivateKey
    var published: JSONWebKey

    static func make(signsFrom: Date, masters: MasterKeys, now: Date) throws -> SigningKeyRecord {
        let key = P256.Signing.PrivateKey()
        var record = SigningKeyRecord(
            kid: UUID.v7(at: now).lowercaseText, publicKey: Array(key.publicKey.x963Representation), sealedKey: [], masterKeyID: nil,
            signsFrom: signsFrom, createdAt: now)
        try record.seal(key.rawRepresentation, with: masters.current)
        return record
    }

    init(_ record: SigningKeyRecord, masters: MasterKeys) throws {
        privateKey = try P256.Signing.PrivateKey(rawRepresentation: record.opened(masters))
        schedule = record.schedule
        published = JSONWebKey(kid: record.kid, publicKey: record.publicKey)
    }
}

extension SigningKeyRecord {
    /// Bound to its kid, so that it does not open in another row.
    mutating func seal(_ privateKey: Data, with master: MasterKey) throws {
        sealedKey = Array(try master.key(for: .signingKeys).seal(privateKey, at: kid))
        masterKeyID = master.id
    }

    /// The private half; throws `SigningKey.CannotOpen`.
    func opened(_ masters: MasterKeys) throws -> Data {
        for master in masters.all where masterKeyID == nil || masterKeyID == master.id {
            if let opened = try? master.key(for: .signingKeys).open(sealedKey, at: kid) { return opened }
        }
        throw SigningKey.CannotOpen()
    }
}

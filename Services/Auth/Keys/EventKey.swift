import CareModels
import Crypto
import Foundation
import Outbox
import Sealing

/// A key that signs events, as it is stored.
struct EventKey: Sendable, SealedRow {
    var kid: String
    /// x963
    var publicKey: [UInt8]
    var sealedKey: [UInt8]
    var masterKeyID: String
    var createdAt: Date

    static func make(masters: MasterKeys, now: Date) throws -> EventKey {
        let key = P256.Signing.PrivateKey()
        var made = EventKey(
            kid: "events-\(UUID.v7(at: now).lowercaseText)", publicKey: Array(key.publicKey.x963Representation), sealedKey: [], masterKeyID: "",
            createdAt: now)
        try made.seal(key.rawRepresentation, with: masters.current)
        return made
    }

    func signer(_ masters: MasterKeys) throws -> EventSigner { try EventSigner(kid: kid, privateKey: opened(masters)) }

    /// Bound to its kid, so that it does not open in another row.
    mutating func seal(_ privateKey: Data, with master: MasterKey) throws {
        sealedKey = Array(try master.key(for: .eventKeys).seal(privateKey, at: kid))
        masterKeyID = master.id
    }

    /// The private half; throws `SigningKey.CannotOpen`.
    func opened(_ masters: MasterKeys) throws -> Data {
        guard let master = masters.all.first(where: { $0.id == masterKeyID }) else { throw SigningKey.CannotOpen() }
        return try master.key(for: .eventKeys).open(sealedKey, at: kid)
    }
}

import CareModels
import Foundation

/// What somebody proves themselves by beside the password, or in its place.
struct FactorsView: Codable, Sendable {
    struct Item: Codable, Sendable {
        enum Kind: String, Codable, Sendable { case totp, passkey }

        var id: FactorID
        var kind: Kind
        var createdAt: Date
        /// Of a passkey, as its person calls it.
        var name: String?
        /// Of a passkey.
        var lastUsedAt: Date?
        /// What `If-Match` names.
        var version: Int

        init(_ passkey: PasskeyRecord) {
            (id, kind, createdAt, name) = (passkey.id, .passkey, passkey.createdAt, passkey.name)
            (lastUsedAt, version) = (passkey.lastUsedAt, passkey.revision)
        }

        init(_ factor: FactorRecord) {
            (id, createdAt, version) = (factor.id, factor.createdAt, FactorRecord.revision)
            switch factor.kind {
            case .totp: kind = .totp
            }
        }
    }

    var factors: [Item]
    var recoveryCodesLeft: Int

    init(_ factors: [FactorRecord], _ passkeys: [PasskeyRecord], recoveryCodesLeft: Int) {
        self.factors = factors.map(Item.init) + passkeys.map(Item.init)
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}

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

        init(_ passkey: PasskeyRecord) {
            (id, kind, createdAt, name, lastUsedAt) = (passkey.id, .passkey, passkey.createdAt, passkey.name, passkey.lastUsedAt)
        }

        init(_ factor: FactorRecord) {
            (id, createdAt) = (factor.id, factor.createdAt)
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

import CareModels
import Foundation

/// `{id, thumbprint, publicKey, name?, createdAt, retiredAt?}`.
struct AppDataKeyView: Encodable, Sendable {
    var id: AppDataKeyID
    var thumbprint: String
    var publicKey: String
    var name: String?
    var createdAt: Date
    var retiredAt: Date?

    init(_ key: AppDataKey) {
        (id, thumbprint, publicKey, name) = (key.id, key.thumbprint, key.publicKey, key.name)
        (createdAt, retiredAt) = (key.createdAt, key.retiredAt)
    }
}

/// `{encapsulated, sealed, expiresAt}`.
struct ChallengeView: Encodable, Sendable {
    var encapsulated: String
    var sealed: String
    var expiresAt: Date

    init(encapsulated: [UInt8], sealed: [UInt8], expiresAt: Date) {
        (self.encapsulated, self.sealed) = (Base64URL.encode(encapsulated), Base64URL.encode(sealed))
        self.expiresAt = expiresAt
    }
}

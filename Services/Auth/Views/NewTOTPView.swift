import CareModels
import Foundation

/// A secret that its person brings to their authenticator app; it is not shown again.
struct NewTOTPView: Codable, Sendable {
    var id: FactorID
    /// In base 32.
    var secret: String
    /// The same as a link, or for a QR code.
    var otpauthUri: String
    /// By when a first code has to come back.
    var expiresAt: Date

    init(_ factor: FactorRecord, secret: [UInt8], username: String) {
        id = factor.id
        self.secret = Base32.encode(secret)
        otpauthUri = OneTimeCode.address(secret: secret, username: username)
        expiresAt = factor.createdAt.addingTimeInterval(FactorSetUp.lifetime)
    }
}

import CareModels
import Foundation

enum AppDataKeyKind {}
typealias AppDataKeyID = ID<AppDataKeyKind>

/// A public key of one of a person's devices, to which their app seals what they alone can open.
struct AppDataKey: Equatable, Sendable {
    /// Those that are retired count too: what is sealed to them is still there.
    static let most = 200
    static let longestName = 100
    /// So long a challenge may be answered.
    static let patience: TimeInterval = 600

    var id: AppDataKeyID
    var thumbprint: String
    /// base64url of an uncompressed point of P-256.
    var publicKey: String
    /// As its person calls the device.
    var name: String?
    var createdAt: Date
    var retiredAt: Date?
}

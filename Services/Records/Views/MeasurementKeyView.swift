import CareModels
import Sealing

/// `{userId, algorithm, key}`.
struct MeasurementKeyView: Encodable, Sendable {
    var userId: UserID
    /// Of JSON Web Algorithms (RFC 7518, 5.3).
    var algorithm = "A256GCM"
    /// base64url of 32 bytes.
    var key: String

    init(_ key: PersonKey) {
        userId = key.person
        self.key = Base64URL.encode(key.measurements.bytes)
    }
}

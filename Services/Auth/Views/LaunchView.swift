import CareModels
import Foundation

/// What an app is opened with: `launch`, and as `iss` one of the servers.
struct LaunchView: Encodable, Sendable {
    var launch: String
    var patientId: UserID
    /// FHIR's, of each release one.
    var servers: [String]
    var expiresAt: Date
}

import CareModels
import Foundation

/// A provider's reading of a record without consent: `{id, patientId, providerId, beganAt, endsAt, reason}`.
struct OverrideView: Encodable, Sendable {
    var id: RecordOverrideID
    var patientId: UserID
    var providerId: UserID
    var beganAt: Date
    var endsAt: Date
    /// Absent when it can no longer be read.
    var reason: String?

    init(_ override: Override) {
        id = override.id
        patientId = override.owner
        providerId = override.provider
        beganAt = override.beganAt
        endsAt = override.endsAt
        reason = override.reason
    }
}

import Foundation

/// A provider reads a record without the person's consent, in an emergency: the person is told at once. Why, is in the record's service alone.
public struct RecordAccessOverridden: CareEvent {
    public static let type = "care.record-access.overridden.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.recordAccess
    public var overrideId: RecordOverrideID
    public var version: Int
    public var patientId: UserID
    public var providerId: UserID
    public var beganAt: Date
    public var endsAt: Date
    public var subject: UUID { overrideId.uuid }

    public init(overrideId: RecordOverrideID, version: Int, patientId: UserID, providerId: UserID, beganAt: Date, endsAt: Date) {
        self.overrideId = overrideId
        self.version = version
        self.patientId = patientId
        self.providerId = providerId
        self.beganAt = beganAt
        self.endsAt = endsAt
    }
}

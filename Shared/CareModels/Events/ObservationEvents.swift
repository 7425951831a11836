import Foundation

/// A measurement that other services act on was stored or changed; it replaces what an earlier event said of this observation.
/// Which those are: `ObservedCode`.
public struct ObservationRecorded: CareEvent {
    public static let type = "care.observations.recorded.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.observations
    public static let holdsHealthValue = true
    /// The record that holds it.
    public var observationId: RecordID
    /// Counts this observation's events, not the record's versions.
    public var version: Int
    /// Whom it was measured on.
    public var userId: UserID
    public var recordVersion: Int
    /// `http://loinc.org`.
    public var system: String
    public var code: String
    public var value: Double
    /// UCUM, such as `/min`.
    public var unit: String?
    /// When it was taken.
    public var effectiveAt: Date
    public var subject: UUID { observationId.uuid }

    public init(
        observationId: RecordID, version: Int, userId: UserID, recordVersion: Int, system: String,
        code: String, value: Double, unit: String?, effectiveAt: Date
    ) {
        self.observationId = observationId
        self.version = version
        self.userId = userId
        self.recordVersion = recordVersion
        self.system = system
        self.code = code
        self.value = value
        self.unit = unit
        self.effectiveAt = effectiveAt
    }
}

/// A measurement does not count any more: it was deleted, marked as an error, or is of another kind now.
public struct ObservationWithdrawn: CareEvent {
    public static let type = "care.observations.withdrawn.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.observations
    public var observationId: RecordID
    public var version: Int
    public var userId: UserID
    public var recordVersion: Int
    public var withdrawnAt: Date
    public var subject: UUID { observationId.uuid }

    public init(observationId: RecordID, version: Int, userId: UserID, recordVersion: Int, withdrawnAt: Date) {
        self.observationId = observationId
        self.version = version
        self.userId = userId
        self.recordVersion = recordVersion
        self.withdrawnAt = withdrawnAt
    }
}

/// The codes of LOINC whose observations are published: only what another service acts on leaves the records.
public enum ObservedCode: String, CaseIterable, Sendable {
    /// Heart rate, resting, in `/min`.
    case restingHeartRate = "40443-4"

    public static let system = "http://loinc.org"
}

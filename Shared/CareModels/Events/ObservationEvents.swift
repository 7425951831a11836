import Foundation

/// What `ObservationMeasured` says, of resting heart rates alone and with the value for all to read: for who does not know that one yet. It is sent in
/// its place while the operator says so, and goes with 3.0.0: docs/versions.md.
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

/// A measurement was stored or changed; it replaces what an earlier event said of this observation. Which are told: `ObservedCode`.
///
/// How much it was is sealed under a key of the person's, which dies with their account: a topic keeps what it was told.
public struct ObservationMeasured: CareEvent {
    public static let type = "care.observations.measured.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.observations
    /// What was measured and when are told, but lie in no database for all to read.
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
    /// When it was taken; of a period, when that began.
    public var effectiveAt: Date
    /// Of a period: when it ended.
    public var effectiveUntil: Date?
    /// `MeasuredAmount` as JSON, sealed under the person's key for measurements: base64url of 0x01, nonce (12 bytes), ciphertext, tag (16 bytes);
    /// AES-256-GCM, whose additional data is `sealedPlace`.
    public var sealed: String
    public var subject: UUID { observationId.uuid }

    public init(
        observationId: RecordID, version: Int, userId: UserID, recordVersion: Int, system: String, code: String, effectiveAt: Date,
        effectiveUntil: Date? = nil, sealed: String
    ) {
        self.observationId = observationId
        self.version = version
        self.userId = userId
        self.recordVersion = recordVersion
        self.system = system
        self.code = code
        self.effectiveAt = effectiveAt
        self.effectiveUntil = effectiveUntil
        self.sealed = sealed
    }

    /// Where a sealed measurement belongs: in another event it does not open.
    public static func sealedPlace(_ observation: RecordID, version: Int) -> String { "\(type) \(observation) \(version)" }
}

/// How much was measured: one number with its unit, or, of what has several (blood pressure), each of them.
public struct MeasuredAmount: Codable, Equatable, Sendable {
    public struct Component: Codable, Equatable, Sendable {
        public var code: String
        public var value: Double
        public var unit: String

        public init(code: String, value: Double, unit: String) {
            self.code = code
            self.value = value
            self.unit = unit
        }
    }

    public var value: Double?
    /// UCUM, such as `/min`.
    public var unit: String?
    public var components: [Component]?

    public init(value: Double? = nil, unit: String? = nil, components: [Component]? = nil) {
        self.value = value
        self.unit = unit
        self.components = components
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

import Foundation

/// Resting heart rates of a patient were stored. The subject is the patient; the version counts what was stored at once.
///
/// It says that and when, not how high: the values are encrypted where they are kept, under a key that dies with the patient's
/// account, and a topic keeps what it was told. Who may know them asks `GET /health/summary`.
public struct HeartRatesRecorded: CareEvent {
    /// By the health API, or from an Observation of the records service.
    public enum Source: String, Codable, Sendable, CaseIterable { case api, observation }

    public static let type = "care.heart-rates.recorded.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.heartRates
    public var patientId: UserID
    public var version: Int
    public var source: Source
    /// How many were new.
    public var count: Int
    public var firstMeasuredAt: Date
    public var lastMeasuredAt: Date
    public var recordedAt: Date
    public var subject: UUID { patientId.uuid }

    public init(
        patientId: UserID, version: Int, source: Source, count: Int, firstMeasuredAt: Date, lastMeasuredAt: Date, recordedAt: Date
    ) {
        self.patientId = patientId
        self.version = version
        self.source = source
        self.count = count
        self.firstMeasuredAt = firstMeasuredAt
        self.lastMeasuredAt = lastMeasuredAt
        self.recordedAt = recordedAt
    }
}

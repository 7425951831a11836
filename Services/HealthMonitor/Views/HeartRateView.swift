import CareModels
import Foundation

/// A heart rate as its patient lists and corrects it.
struct HeartRateView: Encodable, Sendable {
    /// When it was measured, in milliseconds since 1970: one is kept for an instant.
    var id: String
    var at: Date
    var bpm: Double
    var source: HeartRatesRecorded.Source
    var observationId: RecordID?
    var version: Int

    init(_ stored: StoredHeartRate) {
        id = String(stored.heartRate.milliseconds)
        at = stored.heartRate.at
        bpm = stored.heartRate.bpm
        source = stored.observationId == nil ? .api : .observation
        observationId = stored.observationId
        version = stored.version
    }
}

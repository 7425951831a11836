import CareModels

/// A heart rate as its patient lists and corrects it.
struct StoredHeartRate: Equatable, Sendable {
    /// It came with one of the patient's records, and is corrected there.
    enum Refusal: Error, Equatable { case isOfRecord }

    var heartRate: HeartRate
    /// Counts the corrections; 1 is as it came.
    var version: Int
    /// The Observation that it came with.
    var observationId: RecordID?

    func requireOwn() throws(Refusal) {
        if observationId != nil { throw .isOfRecord }
    }
}

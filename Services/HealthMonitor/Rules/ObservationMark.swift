import CareModels

/// The Observation that a heart rate came with, and the version of its last event.
struct ObservationMark: Sendable, Equatable {
    var id: RecordID
    var version: Int
}

import CareModels

/// Which measurements others are told of, and how.
struct MeasurementNews: Sendable {
    let codes: Set<ObservedCode>
    /// Resting heart rates alone, and with their value for all to read: for who reads no sealed ones yet.
    let isInTheClear: Bool

    init(codes: Set<ObservedCode> = Set(ObservedCode.allCases), inTheClear: Bool = false) {
        self.codes = inTheClear ? codes.intersection([.restingHeartRate]) : codes
        isInTheClear = inTheClear
    }
}

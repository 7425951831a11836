/// Why a use case does nothing, beside what the rules say of an answer (`Answering.Refusal`) and of new settings (`Faults`).
enum Refusal: Error, Equatable {
    /// Or one that is nobody's business who asks.
    case noSuchAlert
    case noSuchHeartRate
    case noSuchReminder
    /// It was changed after the version that the patient has read.
    case changed(version: Int)
    /// There is no heart rate in the week to make an average of.
    case noAverage
    /// As many are kept of what they have sent as may be.
    case tooManyHeartRates(most: Int, kept: Int)
}

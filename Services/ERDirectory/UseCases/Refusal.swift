/// Why nothing is done, beside what the rules say of the hours that a caller has read (`ScheduleCondition.Refusal`) and of what was sent
/// (`Faults`).
enum Refusal: Error, Equatable {
    /// Or it was removed.
    case noSuchER
    /// Somebody changed it after the version that the caller has read.
    case changed(version: Int)
    /// The feed of changes was begun anew since.
    case noSuchPosition
}

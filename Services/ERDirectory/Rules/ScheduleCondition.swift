/// What a caller says of the hours of a date that they have read.
enum ScheduleCondition: Equatable, Sendable {
    case version(Int)
    /// Whatever is there.
    case any
    /// Nothing is known yet.
    case nothing

    enum Refusal: Error, Equatable {
        case changed(version: Int)
        /// Although the caller has seen none.
        case known(version: Int)
    }

    func check(_ current: DaySchedule) throws(Refusal) {
        switch self {
        case .version(let version): if version != current.version { throw .changed(version: current.version) }
        case .nothing: if current.hours != nil { throw .known(version: current.version) }
        case .any: break
        }
    }
}

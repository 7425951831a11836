import CareModels

/// Hours on a wall clock, in minutes since midnight. An `end` at or before `start` is on the next day: 22:00 to 02:00.
struct ClockRange: Hashable, Sendable {
    /// 0…1439.
    var start: Int
    /// 1…1440; 1440 is 24:00.
    var end: Int

    /// `end`, counted from the midnight that `start` is counted from.
    var endFromStartOfDay: Int { end > start ? end : end + ClockTime.minutesPerDay }
}

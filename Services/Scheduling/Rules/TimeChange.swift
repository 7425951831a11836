/// When an appointment is to be from now on; an end of it that is nil stays where it is.
struct TimeChange: Equatable, Sendable {
    var start: Int?
    var end: Int?

    var isNothing: Bool { start == nil && end == nil }

    /// `slot` as it is to be. Throws for one that no provider could have.
    func applied(to slot: Interval) throws(Booking.Refusal) -> Interval {
        let changed = Interval(start: start ?? slot.start, end: end ?? slot.end)
        try Booking.checkLength(of: changed)
        return changed
    }
}

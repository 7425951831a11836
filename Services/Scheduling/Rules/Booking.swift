import CareModels

/// Whether a time may be booked, as far as the calendar says. Whether it is still free, the database decides.
enum Booking {
    enum Refusal: Error, Equatable {
        /// No provider has such a slot, whatever the time and their settings.
        case endsBeforeItBegins
        case longerThanAnySlot
        case inThePast
        case tooSoon(noticeMinutes: Int)
        case tooFarAhead(windowDays: Int)
        case wrongLength(slotMinutes: Int)
        case outsideHours
        /// Within open hours, but not where a slot begins.
        case notASlot
        case providerBusy
        case dailyLimit(Int)
        /// One of the two has another appointment then; when that is, where it is known and may be told.
        case taken(Party, Interval?)
        /// The patient has as many appointments ahead as they may.
        case openLimit(most: Int, booked: Int)
        /// As many are kept of a year as may be, those that were cancelled too.
        case yearLimit(most: Int, booked: Int)
    }

    /// The two of an appointment. The provider moves their own appointments without notice and window; the hours bind both.
    enum Party: String, Sendable { case patient, provider }

    /// No slot is longer: what is asked for can be refused before anything is locked or looked up.
    static let longestMinutes = AvailabilityRule.slotMinutes.upperBound

    /// What tells without any calendar.
    static func checkLength(of slot: Interval) throws(Refusal) {
        guard slot.end > slot.start else { throw .endsBeforeItBegins }
        guard slot.end - slot.start <= longestMinutes * 60 else { throw .longerThanAnySlot }
    }

    /// All that the calendar says.
    static func check(
        _ slot: Interval, in calendar: ProviderCalendar, offsets: UTCOffsets, now: Int, by party: Party
    ) throws(Refusal) {
        try checkTime(of: slot, calendar.settings, now: now, by: party)
        try check(slot, in: calendar, offsets: offsets)
    }

    /// What the slot's own numbers tell: a few comparisons.
    static func checkTime(of slot: Interval, _ settings: BookingSettings, now: Int, by party: Party) throws(Refusal) {
        guard slot.start > now else { throw .inThePast }
        if party == .patient {
            guard slot.start >= now + settings.minimumNoticeMinutes * 60 else {
                throw .tooSoon(noticeMinutes: settings.minimumNoticeMinutes)
            }
            guard slot.start < now + settings.bookingWindowDays * LocalDate.secondsPerDay else {
                throw .tooFarAhead(windowDays: settings.bookingWindowDays)
            }
        }
        guard slot.end - slot.start == settings.slotMinutes * 60 else { throw .wrongLength(slotMinutes: settings.slotMinutes) }
    }

    /// What the provider's hours say of a slot whose time is right.
    static func check(_ slot: Interval, in calendar: ProviderCalendar, offsets: UTCOffsets) throws(Refusal) {
        let settings = calendar.settings
        let length = settings.slotMinutes * 60
        let around = OpenHours.intervals(of: calendar, offsets: offsets, in: slot).filter { $0.start <= slot.start && slot.end <= $0.end }
        guard !around.isEmpty else { throw .outsideHours }
        guard around.contains(where: { (slot.start - $0.start) % length == 0 }) else { throw .notASlot }
        let blocked = settings.blocked(by: slot)
        guard !calendar.busy.contains(where: { $0.overlaps(blocked) }) else { throw .providerBusy }
    }
}

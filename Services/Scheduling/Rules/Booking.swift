import CareModels

/// Whether a time may be booked, as far as the calendar says. Whether it is still free, the database decides.
enum Booking {
    enum Refusal: Error, Equatable {
        case inThePast
        case tooSoon(noticeMinutes: Int)
        case tooFarAhead(windowDays: Int)
        case wrongLength(slotMinutes: Int)
        case outsideHours
        /// Within open hours, but not where a slot begins.
        case notASlot
        case providerBusy
        case dailyLimit(Int)
    }

    /// The provider moves their own appointments without notice and window; the hours bind both.
    enum Party: Sendable { case patient, provider }

    static func check(
        _ slot: Interval, in calendar: ProviderCalendar, offsets: UTCOffsets, now: Int, by party: Party
    ) throws(Refusal) {
        let settings = calendar.settings
        guard slot.start > now else { throw .inThePast }
        if party == .patient {
            guard slot.start >= now + settings.minimumNoticeMinutes * 60 else {
                throw .tooSoon(noticeMinutes: settings.minimumNoticeMinutes)
            }
            guard slot.start < now + settings.bookingWindowDays * LocalDate.secondsPerDay else {
                throw .tooFarAhead(windowDays: settings.bookingWindowDays)
            }
        }
        let length = settings.slotMinutes * 60
        guard slot.end - slot.start == length else { throw .wrongLength(slotMinutes: settings.slotMinutes) }
        let around = OpenHours.intervals(of: calendar, offsets: offsets, in: slot).filter { $0.start <= slot.start && slot.end <= $0.end }
        guard !around.isEmpty else { throw .outsideHours }
        guard around.contains(where: { (slot.start - $0.start) % length == 0 }) else { throw .notASlot }
        let blocked = settings.blocked(by: slot)
        guard !calendar.busy.contains(where: { $0.overlaps(blocked) }) else { throw .providerBusy }
    }
}

import CareModels
import Foundation

/// A time that is to become an appointment's, with what decides whether it may.
struct Claim: Sendable {
    var slot: Interval
    /// The slot with the provider's buffers.
    var blocked: Interval
    /// The provider's local day, and how many appointments it may hold.
    var day: Interval
    var dailyLimit: Int?
    /// How many appointments the patient may have ahead, this one included; nil where that is not asked.
    var open: OpenLimit?

    /// Of those alone that the same side has booked: what a front desk books and cancels leaves the patient as many as before.
    struct OpenLimit: Sendable {
        var most: Int
        /// How many of the last 365 days and of those ahead are kept of the patient, whatever became of them, this one included.
        var mostAYear: Int
        /// Who books at a front desk; nil: the patient, or who acts for them.
        var clerk: UserID?
        var now: Date

        var yearAgo: Date { now.addingTimeInterval(-365 * 86_400) }
    }

    /// The claim that `slot` makes on a calendar, when the calendar allows it. `zone` is asked last, about a slot whose length is known to be
    /// one: how much of a zone it has to know grows with the length.
    init(
        _ slot: Interval, in calendar: ProviderCalendar, now: Date, by party: Booking.Party,
        zone: (Interval, String) -> UTCOffsets = UTCOffsets.around
    ) throws(Booking.Refusal) {
        try Booking.checkTime(of: slot, calendar.settings, now: now.epochSeconds, by: party)
        let offsets = zone(slot, calendar.timeZone)
        try Booking.check(slot, in: calendar, offsets: offsets)
        self.slot = slot
        blocked = calendar.settings.blocked(by: slot)
        day = offsets.bounds(of: offsets.date(at: slot.start))
        dailyLimit = calendar.settings.dailyLimit
    }
}

/// What became of a claim.
enum ClaimOutcome: Sendable, Equatable {
    case granted
    case providerTaken(Interval)
    case patientTaken(Interval)
    case dailyLimit(Int)
    case openLimit(most: Int, booked: Int)
    case yearLimit(most: Int, booked: Int)

    /// Throws the refusal, unless the claim was granted. A provider hears that the patient is not free, not when the patient is
    /// with somebody else.
    func check(for party: Booking.Party) throws(Booking.Refusal) {
        switch self {
        case .granted: break
        case .providerTaken(let conflict): throw .taken(.provider, conflict)
        case .patientTaken(let conflict): throw .taken(.patient, party == .patient ? conflict : nil)
        case .dailyLimit(let limit): throw .dailyLimit(limit)
        case .openLimit(let most, let booked): throw .openLimit(most: most, booked: booked)
        case .yearLimit(let most, let booked): throw .yearLimit(most: most, booked: booked)
        }
    }
}

import CareModels
import CareService
import Foundation
import Postgres

// What booking and rescheduling share.

extension Claim {
    /// The claim that `slot` makes on a calendar, when the calendar allows it. `zone` is asked last, about a slot whose length is known to be
    /// one: how much of a zone it has to know grows with the length.
    init(
        _ slot: Interval, in calendar: ProviderCalendar, now: Date, by party: Booking.Party,
        zone: (Interval, String) -> UTCOffsets = UTCOffsets.around
    ) throws {
        try Booking.checkTime(of: slot, calendar.settings, now: now.epochSeconds, by: party)
        let offsets = zone(slot, calendar.timeZone)
        try Booking.check(slot, in: calendar, offsets: offsets)
        self.slot = slot
        blocked = calendar.settings.blocked(by: slot)
        day = offsets.bounds(of: offsets.date(at: slot.start))
        dailyLimit = calendar.settings.dailyLimit
    }
}

extension ClaimOutcome {
    /// Throws the refusal, unless the claim was granted. A provider hears that the patient is not free, not when the patient is
    /// with somebody else.
    func check(for party: Booking.Party) throws {
        switch self {
        case .granted: break
        case .providerTaken(let conflict): throw SlotTaken(side: .provider, conflict: conflict)
        case .patientTaken(let conflict): throw SlotTaken(side: .patient, conflict: party == .patient ? conflict : nil)
        case .dailyLimit(let limit): throw Booking.Refusal.dailyLimit(limit)
        case .openLimit(let most, let booked): throw QuotaExceeded("appointments ahead", limit: most, used: booked)
        }
    }
}

extension SlotTaken {
    /// The constraints decide: should one refuse what the look under the locks allowed, the client hears the same.
    static func naming<R: Sendable>(_ body: () async throws -> R) async throws -> R {
        do {
            return try await body()
        } catch let error as PostgresError where error.isExclusionViolation {
            let side = error.constraint == "appointments_patient_free" ? Side.patient : .provider
            throw SlotTaken(side: side, conflict: nil)
        }
    }
}

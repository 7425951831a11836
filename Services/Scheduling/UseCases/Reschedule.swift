import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// An appointment's patient or provider, or the provider's front desk, moves it to another time.
struct Reschedule: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    func callAsFunction(_ change: AppointmentChange, to time: TimeChange, _ tx: Transaction) async throws -> AppointmentRecord {
        let (locked, actor) = try await change.check(tx.lockToReschedule(change.appointment, keys), tx)
        let now = now()
        let before = locked.record
        let slot = try time.applied(to: before.slot)
        // A retry whose first answer was lost finds the appointment where it wants it.
        if before.isBooked(at: slot) { return before }
        guard locked.isProviderVerified else { throw Refusal.providerNotVerified }
        try before.checkChanges()
        let setByOthers = try await tx.setByOthers(before, asks: actor, notice: locked.calendar.settings.rescheduleNoticeMinutes)
        let after = try before.moved(to: slot, in: locked.calendar, by: change.caller.user, actor, now: now, setByOthers: setByOthers)
        let party: Booking.Party = actor == .patient ? .patient : .provider
        let claim = try Claim(slot, in: locked.calendar, now: now, by: party)
        try await tx.move(after, claiming: claim).check(for: party)
        try await tx.log(AppointmentLogEntry(after, .rescheduled, by: change.caller, actor), of: after.id)
        try await tx.emit(AppointmentRescheduled(after, from: before, by: change.caller.user))
        return after
    }
}

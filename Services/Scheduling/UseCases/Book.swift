import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// A patient, or the front desk for one, books a slot of a provider's.
struct Book: Sendable {
    let keys: PersonKeys
    /// That a patient may have ahead by themselves, and by each who books for them at a front desk.
    let mostOpenBookings: Int
    /// And have had in a year, likewise.
    let mostBookingsAYear: Int
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// For the patient who calls. It is at the front desk that the provider has chosen (`DeskChoice`).
    func callAsFunction(_ wish: BookingWish, by caller: Caller, _ tx: Transaction) async throws -> AppointmentRecord {
        let locked = try await lock(wish.providerId, caller.user, tx)
        let desk = locked.calendar.desk.desk(practising: locked.practises)
        return try await book(wish, locked, for: caller.user, by: caller, .patient, at: desk, tx)
    }

    /// For a patient whom Scheduling knows, by somebody at the front desk of the provider's organisation. The provider's notice does not bind them, as it does not bind the provider.
    func callAsFunction(_ wish: BookingWish, for patient: UserID, fromDesk clerk: Caller, _ tx: Transaction) async throws -> AppointmentRecord {
        // In every transaction's order: the calendar, the patient, what people do in organisations.
        let locked = try await tx.lockForBooking(provider: wish.providerId, patient: patient)
        guard let desk = try await tx.lockFrontDesk(of: clerk.user, for: wish.providerId) else { throw FrontDesk.Refusal.notAllowed }
        // Nobody learns whether there was ever such a person.
        guard try await tx.isPatient(patient), locked?.isPatientErased != true else { throw Refusal.noSuchPatient }
        guard let locked else { throw Refusal.noSuchProvider }
        return try await book(wish, locked, for: patient, by: clerk, .frontDesk, at: desk, tx)
    }

    private func book(
        _ wish: BookingWish, _ locked: LockedForBooking, for patient: UserID, by caller: Caller, _ actor: AppointmentState.Actor, at desk: OrganisationID?,
        _ tx: Transaction
    ) async throws -> AppointmentRecord {
        let party: Booking.Party = actor == .patient ? .patient : .provider
        let now = now()
        var claim = try Claim(wish.slot, in: locked.calendar, now: now, by: party)
        claim.open = Claim.OpenLimit(most: mostOpenBookings, mostAYear: mostBookingsAYear, clerk: actor == .patient ? nil : caller.user, now: now)
        var record = AppointmentRecord(wish, of: patient, in: locked.calendar, id: AppointmentID(newID()), now: now)
        record.bookedBy = actor == .patient ? caller.guardian : caller.user
        record.organisationId = desk
        record.providerName = locked.providerName
        record.patientName = locked.patientName
        try await tx.insert(record, keys.sealed(record, tx), claiming: claim).check(for: party)
        try await tx.log(AppointmentLogEntry(record, .booked, by: caller, actor), of: record.id)
        try await tx.emit(AppointmentBooked(record))
        return record
    }

    /// A patient whose event has not come yet is let in: the token says who they are.
    private func lock(_ provider: UserID, _ patient: UserID, _ tx: Transaction) async throws -> LockedForBooking {
        var locked = try await tx.lockForBooking(provider: provider, patient: patient)
        if locked == nil, try await tx.calendar(of: provider) != nil {
            try await tx.admit(patient, as: .patient, in: .people)
            locked = try await tx.lockForBooking(provider: provider, patient: patient)
        }
        guard let locked else { throw Refusal.noSuchProvider }
        guard !locked.isPatientErased else { throw Refusal.accountErased }
        return locked
    }
}

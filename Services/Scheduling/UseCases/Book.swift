import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// A patient books a slot of a provider's.
struct Book: Sendable {
    let keys: PersonKeys
    /// That a patient may have ahead.
    let mostOpenBookings: Int
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// `actor`: who books in the patient's place.
    func callAsFunction(_ wish: BookingWish, for patient: UserID, by actor: UserID? = nil, _ tx: Transaction) async throws -> AppointmentRecord {
        let locked = try await lock(wish.providerId, patient, tx)
        let now = now()
        var claim = try Claim(wish.slot, in: locked.calendar, now: now, by: .patient)
        claim.open = Claim.OpenLimit(most: mostOpenBookings, now: now)
        var record = AppointmentRecord(wish, of: patient, in: locked.calendar, id: AppointmentID(newID()), now: now)
        record.bookedBy = actor
        record.providerName = locked.providerName
        record.patientName = locked.patientName
        let columns = try await keys.columns(of: record, areSealed: locked.areTextsSealed, tx)
        try await tx.insert(record, columns, claiming: claim).check(for: .patient)
        try await tx.emit(AppointmentBooked(record))
        return record
    }

    /// A patient whose event has not come yet is let in: the token says who they are.
    private func lock(_ provider: UserID, _ patient: UserID, _ tx: Transaction) async throws -> LockedForBooking {
        var locked = try await tx.lockForBooking(provider: provider, patient: patient)
        if locked == nil, try await tx.calendar(of: provider) != nil {
            try await tx.admit(patient, as: .patient)
            locked = try await tx.lockForBooking(provider: provider, patient: patient)
        }
        guard let locked else { throw Refusal.noSuchProvider }
        guard !locked.isPatientErased else { throw Refusal.accountErased }
        return locked
    }
}

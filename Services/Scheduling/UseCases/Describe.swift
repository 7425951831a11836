import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// An appointment's patient or provider changes what is said of it.
struct Describe: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    func callAsFunction(_ change: AppointmentChange, _ texts: TextChange, _ tx: Transaction) async throws -> AppointmentRecord {
        let (locked, actor) = try await change.check(tx.lockToDescribe(change.appointment, keys), tx)
        if texts.isNothing { return locked.record }
        guard !locked.isPatientErased else { throw Refusal.patientErased }
        let before = locked.record
        let after = try before.described(texts, by: actor, now: now(), settings: locked.calendar.settings)
        // A retry whose first answer was lost finds it as it wants it.
        if after.title == before.title, after.description == before.description { return before }
        try before.checkChanges()
        try await tx.describe(after, keys.sealed(after, tx))
        try await tx.log(AppointmentLogEntry(after, .changed, by: change.caller, actor), of: after.id)
        try await tx.emit(AppointmentChanged(after, by: change.caller.user))
        return after
    }
}

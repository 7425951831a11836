import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// An appointment's patient or provider, or the provider's front desk, cancels it. To cancel what is cancelled changes nothing, so that a retry is safe.
struct Cancel: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    func callAsFunction(_ change: AppointmentChange, reason: String?, _ tx: Transaction) async throws -> AppointmentRecord {
        // A reason is written under the patient's lock, as other texts are.
        let locked = try await reason == nil ? tx.lockAppointment(change.appointment, keys) : tx.lockToDescribe(change.appointment, keys)
        let (found, actor) = try await change.find(locked, tx)
        if found.record.status == .cancelled { return found.record }
        try change.checkVersion(of: found)
        let settings = found.calendar.settings
        let setByOthers = try await tx.setByOthers(found.record, asks: actor, notice: settings.cancelNoticeMinutes)
        let cancelled = try found.record.cancelled(
            by: change.caller.user, actor, reason: found.isPatientErased ? nil : reason, now: now(), setByOthers: setByOthers, settings: settings)
        try await tx.close(cancelled)
        if cancelled.cancelReason != nil { try await tx.explain(cancelled, keys.sealed(cancelled, tx)) }
        try await tx.log(AppointmentLogEntry(cancelled, .cancelled, by: change.caller, actor), of: cancelled.id)
        try await tx.emit(AppointmentCancelled(cancelled, by: change.caller.user))
        return cancelled
    }
}

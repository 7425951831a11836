import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// A provider says how an appointment ended: it was completed, or the patient did not come.
struct End: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    func callAsFunction(_ change: AppointmentChange, _ action: AppointmentState.Action, _ tx: Transaction) async throws -> AppointmentRecord {
        let (locked, actor) = try await change.check(tx.lockAppointment(change.appointment, keys), tx)
        let ended = try locked.record.after(action, by: actor, now: now(), settings: locked.calendar.settings)
        try await tx.close(ended)
        try await tx.log(AppointmentLogEntry(ended, ended.status == .noShow ? .noShow : .completed, by: change.caller, actor), of: ended.id)
        switch ended.status {
        case .noShow: try await tx.emit(AppointmentNoShow(ended))
        default: try await tx.emit(AppointmentCompleted(ended))
        }
        return ended
    }
}

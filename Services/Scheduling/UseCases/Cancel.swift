import CareModels
import Foundation
import Outbox
import Postgres

/// An appointment's patient or provider cancels it. To cancel what is cancelled changes nothing, so that a retry is safe.
struct Cancel: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ change: AppointmentChange, reason: String?, _ tx: Transaction) async throws -> AppointmentRecord {
        let locked = try await tx.lockAppointment(change.appointment)
        if let locked, locked.record.actor(of: change.user) != nil, locked.record.status == .cancelled { return locked.record }
        let (found, actor) = try change.check(locked)
        let cancelled = try found.record.cancelled(by: change.user, actor, reason: reason, now: now(), settings: found.calendar.settings)
        try await tx.close(cancelled)
        try await tx.emit(AppointmentCancelled(cancelled, by: change.user))
        return cancelled
    }
}

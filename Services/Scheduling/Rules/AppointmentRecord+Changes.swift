import CareModels
import Foundation

extension AppointmentRecord {
    /// Times and texts of one appointment: both are told of each, and each stays written. To cancel or to end it is none of them.
    static let mostChanges = 200

    /// Before one more.
    func checkChanges() throws(AppointmentState.Refusal) {
        guard version <= Self.mostChanges else { throw .changedTooOften(most: Self.mostChanges) }
    }

    /// Its next version: what `action` by `actor` makes of it. `setByOthers`: when others than the patient's side set its time (`AppointmentState.next`).
    func after(
        _ action: AppointmentState.Action, by actor: AppointmentState.Actor, now: Date, setByOthers: Date? = nil, settings: BookingSettings
    ) throws(AppointmentState.Refusal) -> AppointmentRecord {
        var next = self
        next.status = try AppointmentState.next(
            status, action, by: actor, start: startTime.epochSeconds, now: now.epochSeconds, autoCompleted: autoCompletedAt?.epochSeconds,
            setByOthers: setByOthers?.epochSeconds, settings: settings)
        if action == .complete, actor == .system { next.autoCompletedAt = now }
        next.version += 1
        next.updatedAt = now
        return next
    }

    /// The same of a reschedule, by `user`, who is `actor` to it.
    func moved(
        to slot: Interval, in calendar: ProviderCalendar, by user: UserID, _ actor: AppointmentState.Actor, now: Date, setByOthers: Date? = nil
    ) throws(AppointmentState.Refusal) -> AppointmentRecord {
        var moved = try after(.reschedule, by: actor, now: now, setByOthers: setByOthers, settings: calendar.settings)
        moved.startTime = Date(epochSeconds: slot.start)
        moved.endTime = Date(epochSeconds: slot.end)
        moved.timeZone = calendar.timeZone
        moved.rescheduledBy = user
        return moved
    }

    /// The same of other texts.
    func described(
        _ texts: TextChange, by actor: AppointmentState.Actor, now: Date, settings: BookingSettings
    ) throws(AppointmentState.Refusal) -> AppointmentRecord {
        var described = try after(.describe, by: actor, now: now, settings: settings)
        if let title = texts.title { described.title = title }
        if !texts.description.isAbsent { described.description = texts.description.value }
        return described
    }

    /// The same of a cancellation, by `user`, who is `actor` to it.
    func cancelled(
        by user: UserID, _ actor: AppointmentState.Actor, reason: String?, now: Date, setByOthers: Date? = nil, settings: BookingSettings
    ) throws(AppointmentState.Refusal) -> AppointmentRecord {
        var cancelled = try after(.cancel, by: actor, now: now, setByOthers: setByOthers, settings: settings)
        cancelled.cancelledBy = user
        cancelled.cancelledAt = now
        cancelled.cancelReason = reason
        return cancelled
    }
}

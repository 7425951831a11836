import CareModels
import Postgres

/// Who wants to change which appointment, and the version that they have read, where they say so.
struct AppointmentChange: Sendable {
    var appointment: AppointmentID
    var caller: Caller
    var expectedVersion: Int?

    /// The locked appointment and what the user is to it. For a stranger there is none.
    func check(_ locked: LockedAppointment?, _ tx: Transaction) async throws -> (LockedAppointment, AppointmentState.Actor) {
        let (found, actor) = try await find(locked, tx)
        try checkVersion(of: found)
        return (found, actor)
    }

    /// The same at whatever version it is.
    func find(_ locked: LockedAppointment?, _ tx: Transaction) async throws -> (LockedAppointment, AppointmentState.Actor) {
        guard let locked, let actor = try await tx.actor(of: caller, to: locked.record) else { throw Refusal.noSuchAppointment }
        return (locked, actor)
    }

    func checkVersion(of found: LockedAppointment) throws(Refusal) {
        try ReadVersion.check(expectedVersion, against: found.record.version, Refusal.appointmentChanged)
    }
}

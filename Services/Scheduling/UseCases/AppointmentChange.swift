import CareModels

/// Who wants to change which appointment, and the version that they have read, where they say so.
struct AppointmentChange: Sendable {
    var appointment: AppointmentID
    var user: UserID
    var expectedVersion: Int?

    /// The locked appointment and what the user is to it. For a stranger there is none.
    func check(_ locked: LockedAppointment?) throws(Refusal) -> (LockedAppointment, AppointmentState.Actor) {
        guard let locked, let actor = locked.record.actor(of: user) else { throw .noSuchAppointment }
        if let expectedVersion, expectedVersion != locked.record.version { throw .appointmentChanged(version: locked.record.version) }
        return (locked, actor)
    }
}

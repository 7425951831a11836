import CareModels
import HTTP

/// Which appointment a request is about, and whether the caller may touch it.
enum AppointmentTarget {
    enum Place: Sendable {
        case path, body

        func id(_ request: Request, inBody: AppointmentID?) throws -> AppointmentID {
            if self == .path { return try request.id("id") }
            guard let inBody else { throw Problem.invalid([.init("id", "is required when the path names no appointment")]) }
            return inBody
        }
    }

    /// The locked appointment and what the caller is to it. For a stranger there is none.
    static func check(
        _ locked: LockedAppointment?, _ user: UserID, _ expected: Int?
    ) throws -> (LockedAppointment, AppointmentState.Actor) {
        guard let locked, let actor = locked.record.actor(of: user) else { throw Problem.notFound("appointment") }
        if let expected, expected != locked.record.version {
            throw Problem.preconditionFailed("The appointment is at version \(locked.record.version); read it again.")
        }
        return (locked, actor)
    }
}

import CareModels
import HTTP

/// Where a request names the appointment that it changes.
enum AppointmentPlace: Sendable {
    case path, body

    func id(_ request: Request, inBody: AppointmentID?) throws -> AppointmentID {
        if self == .path {
            guard inBody == nil else { throw Problem.invalid(Fault("id", "is not known here; the path names the appointment")) }
            return try request.id("id")
        }
        guard let inBody else { throw Problem.invalid(Fault("id", "is required when the path names no appointment")) }
        return inBody
    }
}

extension AppointmentChange {
    init(of id: AppointmentID, _ request: Request) throws {
        self.init(appointment: id, caller: try Caller(request), expectedVersion: try request.ifMatch())
    }
}

import CareModels
import Foundation
import HTTP
import Outbox

/// `POST /appointments`: a patient books a slot, or the front desk for one.
struct BookAppointment: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var providerId: UserID?
        var patientId: UserID?
        var title: String?
        var description: String?
        var startTime: Date?
        var endTime: Date?
    }

    func handle(_ request: Request) async throws -> Response {
        let caller = try Caller(request)
        let body = try request.decode(Body.self)
        let booker = try FrontDesk.patient(named: body.patientId, by: caller, role: request.identity.role)
        let wish = try wish(body)
        let book = Book(
            keys: dependencies.keys, mostOpenBookings: dependencies.settings.mostOpenBookings, mostBookingsAYear: dependencies.settings.mostBookingsAYear,
            now: dependencies.now, newID: dependencies.newID)
        return try await dependencies.pool.idempotent(request) { tx in
            let booked =
                switch booker {
                case .patient: try await book(wish, by: caller, tx)
                case .desk(let patient): try await book(wish, for: patient, fromDesk: caller, tx)
                }
            let location = "/appointments/\(booked.id)"
            return .json(AppointmentView(booked, to: caller.user), status: .created, version: booked.version, headers: ["location": location])
        }
    }

    private func wish(_ body: Body) throws -> BookingWish {
        var checks = Checks()
        checks.check(body.providerId != nil, "providerId", "is required")
        let title = checks.name(body.title, "title", required: true, most: 200)
        let description = checks.prose(body.description, "description", most: 2000)
        let slot = try SlotBody.slot(body.startTime, body.endTime, &checks)
        let (checkedTitle, checkedSlot) = try checks.done(title, slot)
        return BookingWish(providerId: try checks.done(body.providerId), slot: checkedSlot, title: checkedTitle, description: description)
    }
}

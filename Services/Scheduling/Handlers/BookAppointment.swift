import CareModels
import Foundation
import HTTP
import Outbox
import Postgres

/// `POST /appointments`: a patient books a slot.
struct BookAppointment: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var providerId: UserID
        var title: String?
        var description: String?
        var startTime: Date?
        var endTime: Date?
    }

    private struct Wish {
        var providerId: UserID
        var slot: Interval
        var title: String
        var description: String?
    }

    func handle(_ request: Request) async throws -> Response {
        let patient = try request.identity.user()
        let wish = try wish(request.decode(Body.self))
        return try await SlotTaken.naming {
            try await dependencies.pool.idempotent(request) { tx in
                let booked = try await book(wish, for: patient, tx)
                let location = "/appointments/\(booked.id)"
                return try .json(AppointmentView(booked), status: .created, version: booked.version, headers: ["location": location])
            }
        }
    }

    private func wish(_ body: Body) throws -> Wish {
        var validation = Validation()
        let title = validation.text(body.title, "title", required: true, most: 200)
        let description = validation.prose(body.description, "description", most: 2000)
        let slot = SlotBody.slot(body.startTime, body.endTime, &validation)
        try validation.done()
        guard let title, let slot else { throw Problem.invalid([]) }
        return Wish(providerId: body.providerId, slot: slot, title: title, description: description)
    }

    private func book(_ wish: Wish, for patient: UserID, _ tx: Transaction) async throws -> AppointmentRecord {
        let locked = try await lock(wish.providerId, patient, tx)
        let now = dependencies.now()
        var claim = try Claim(wish.slot, in: locked.calendar, now: now, by: .patient)
        claim.open = Claim.OpenLimit(most: dependencies.mostOpenBookings, now: now)
        let record = AppointmentRecord(
            id: AppointmentID(dependencies.newID()), version: 1, status: .booked, providerId: wish.providerId, patientId: patient,
            startTime: Date(epochSeconds: wish.slot.start), endTime: Date(epochSeconds: wish.slot.end), title: wish.title,
            description: wish.description, createdAt: now, updatedAt: now, providerName: locked.providerName, patientName: locked.patientName)
        try await tx.insert(record, claiming: claim).check(for: .patient)
        try await tx.emit(
            AppointmentBooked(
                appointmentId: record.id, version: record.version, patientId: patient, providerId: record.providerId,
                startTime: record.startTime, endTime: record.endTime))
        return record
    }

    /// A patient whose event has not come yet is let in: the token says who they are.
    private func lock(_ provider: UserID, _ patient: UserID, _ tx: Transaction) async throws -> LockedForBooking {
        var locked = try await tx.lockForBooking(provider: provider, patient: patient)
        if locked == nil, try await tx.calendar(of: provider) != nil {
            try await tx.admit(patient, as: .patient)
            locked = try await tx.lockForBooking(provider: provider, patient: patient)
        }
        guard let locked else { throw Problem.notFound("provider") }
        guard !locked.isPatientErased else { throw Problem.forbidden("This account was erased.") }
        return locked
    }
}

import CareModels
import Foundation

extension Scheduling {
    /// Something to be done about appointments.
    public enum Wish: Codable, Equatable, Sendable {
        /// Refused as `slot-taken` when somebody was faster.
        case book(Slot, title: String, description: String? = nil)
        /// To another time. The last word counts, whoever has changed it meanwhile.
        case move(AppointmentID, to: Slot)
        /// The reason is for the other party, 500 characters at most.
        case cancel(AppointmentID, because: String? = nil)
    }

    /// How far a wish has come.
    public struct Wished: Equatable, Identifiable, Sendable {
        /// This device's name for it.
        public var id: UUID
        /// What was asked for.
        public var wish: Wish
        /// When the app gave it.
        public var givenAt: Date
        /// How far it has come; of what was refused, why.
        public var delivery: Delivery
    }
}

extension Scheduling.Wished {
    init?(_ pending: Pending) {
        guard let wish = Scheduling.Wish(pending.item) else { return nil }
        self.init(id: pending.item.id, wish: wish, givenAt: pending.item.createdAt, delivery: pending.delivery)
    }
}

extension Scheduling.Slot {
    func isTaken(by appointment: Scheduling.Appointment) -> Bool {
        (providerId, startTime, endTime) == (appointment.providerId, appointment.startTime, appointment.endTime)
    }
}

extension Scheduling.Wish {
    init?(_ item: OutboxItem) {
        guard let shown = item.shown, let wish = try? Wire.decode(Self.self, from: shown) else { return nil }
        self = wish
    }

    /// Each of them may arrive twice: a booking has its key, an appointment that is where it is wanted stays there, and what is cancelled stays so.
    func call(key: UUID) throws -> Call {
        switch self {
        case .book(let slot, let title, let description):
            return try Scheduling.booking(slot, title: title, description: description, key: key)
        case .move(let appointment, let slot): return try Scheduling.moving(appointment, to: slot)
        case .cancel(let appointment, let reason): return try Scheduling.cancelling(appointment, reason)
        }
    }
}

extension Scheduling {
    static func booking(_ slot: Slot, title: String, description: String?, key: UUID) throws -> Call {
        let wish = NewAppointment(providerId: slot.providerId, title: title, description: description, startTime: slot.startTime, endTime: slot.endTime)
        return try .post("/appointments", wish, key: key.lowercaseText)
    }

    static func moving(_ appointment: AppointmentID, to slot: Slot) throws -> Call {
        var call = try Call.put("/appointments/\(appointment)", ["startTime": RFC3339.format(slot.startTime), "endTime": RFC3339.format(slot.endTime)])
        call.method = "PATCH"
        return call
    }

    static func cancelling(_ appointment: AppointmentID, _ reason: String?) throws -> Call {
        Call(method: "DELETE", path: "/appointments/\(appointment)", body: try reason.map { try Wire.encode(["reason": $0]) })
    }

    private struct NewAppointment: Encodable {
        var providerId: UserID
        var title: String
        var description: String?
        var startTime: Date
        var endTime: Date
    }
}

import CareModels
import CareService
import Foundation
import HTTP

// How this service's refusals read to a client (RFC 9457). Each is thrown by a rule or a use case and rendered once, here.

extension Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noSuchProvider: Problem.notFound("provider")
        case .noSuchAppointment: Problem.notFound("appointment")
        case .noSuchInterval: Problem.notFound("interval")
        case .accountErased: Problem.forbidden("This account was erased.")
        case .patientErased: Problem.forbidden("The patient's account was erased.")
        case .appointmentChanged(let version): Problem.preconditionFailed("The appointment is at version \(version); read it again.")
        case .availabilityChanged(let version): Problem.preconditionFailed("The availability is at version \(version); read it again.")
        }
    }
}

extension Booking.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .inThePast:
            Problem(.unprocessableEntity, "in-the-past", title: "That time has passed")
        case .tooSoon(let minutes):
            Problem(
                .unprocessableEntity, "too-soon", title: "That time is too soon",
                detail: "This provider needs \(minutes) minutes' notice.", extensions: ["minimumNoticeMinutes": String(minutes)])
        case .tooFarAhead(let days):
            Problem(
                .unprocessableEntity, "too-far-ahead", title: "That time is too far ahead",
                detail: "This provider is booked at most \(days) days ahead.", extensions: ["bookingWindowDays": String(days)])
        case .wrongLength(let minutes):
            Problem(
                .unprocessableEntity, "wrong-length", title: "The appointment has another length than the provider's slots",
                detail: "endTime must be \(minutes) minutes after startTime.", extensions: ["slotMinutes": String(minutes)])
        case .outsideHours:
            Problem(
                .unprocessableEntity, "outside-hours", title: "The provider is not open then",
                detail: "GET /providers/{id}/slots lists the times that can be booked.")
        case .notASlot:
            Problem(
                .unprocessableEntity, "not-a-slot", title: "No slot begins at that time",
                detail: "GET /providers/{id}/slots lists the times that can be booked.")
        case .providerBusy:
            Problem.conflict("provider-busy", title: "The provider is away then")
        case .dailyLimit(let limit):
            Problem.conflict(
                "daily-limit", title: "The provider's day is full", detail: "This provider takes at most \(limit) appointments a day.",
                extensions: ["dailyLimit": String(limit)])
        case .taken(let party, let conflict):
            slotTaken(party, conflict)
        case .openLimit(let most, let booked):
            QuotaExceeded("appointments ahead", limit: most, used: booked).problem
        }
    }

    /// The time is another appointment's; whose, is nobody's business.
    private func slotTaken(_ party: Booking.Party, _ conflict: Interval?) -> Problem {
        var extensions = ["conflict": party.rawValue]
        if let conflict {
            extensions["conflictStartTime"] = RFC3339.format(Date(epochSeconds: conflict.start))
            extensions["conflictEndTime"] = RFC3339.format(Date(epochSeconds: conflict.end))
        }
        let detail = party == .provider ? "The provider's time is taken." : "The patient already has an appointment then."
        return Problem.conflict("slot-taken", title: "That time is taken", detail: detail, extensions: extensions)
    }
}

extension AppointmentState.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .notPossible(let status):
            Problem.conflict(
                "not-possible", title: "The appointment's status does not allow that", detail: "It is \(status.rawValue).",
                extensions: ["status": status.rawValue])
        case .notAllowed:
            Problem.forbidden("Only the other party of this appointment may do that.")
        case .alreadyStarted:
            Problem.conflict("already-started", title: "The appointment has begun")
        case .notYetStarted:
            Problem.conflict("not-yet-started", title: "The appointment has not begun")
        case .noticeTooShort(let minutes):
            Problem.conflict(
                "notice-too-short", title: "It is too late for that",
                detail: "This provider asks for \(minutes) minutes' notice; ask the provider to do it.",
                extensions: ["noticeMinutes": String(minutes)])
        }
    }
}

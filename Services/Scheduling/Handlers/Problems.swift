import CareModels
import CareService
import Foundation
import HTTP

// How this service's refusals read to a client (RFC 9457). Each is thrown by a rule or a use case and rendered once, here.

extension Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noSuchProvider: Problem.notFound("There is no such provider.")
        case .noSuchPatient: Problem.notFound("There is no such patient.")
        case .noSuchAppointment: Problem.notFound("There is no such appointment.")
        case .noSuchInterval: Problem.notFound("There is no such availability interval.")
        case .accountErased: Problem.forbidden("This account was erased.")
        case .patientErased: Problem(.patientErased, detail: "The appointment stays without title and description.")
        case .providerNotVerified: Problem(.providerNotVerified, detail: "The appointment stands as it is, and can be cancelled.")
        case .appointmentChanged(let version): Problem.preconditionFailed("The appointment is at version \(version); read it again.", current: version)
        case .availabilityChanged(let version): Problem.preconditionFailed("The availability is at version \(version); read it again.", current: version)
        }
    }
}

extension FrontDesk.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .notAllowed: Problem.forbidden("Only the patient, or the front desk of an organisation that the provider practises in, books this.")
        }
    }
}

extension AvailabilityRule.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .full(let part, let most, let kept): QuotaExceeded(part.what, limit: most, used: kept).problem
        case .overlaps: Problem(.openingsOverlap, detail: "Change the opening that is there, or send one that begins and ends apart from it.")
        }
    }
}

extension AvailabilityRule.Part {
    fileprivate var what: Text {
        switch self {
        case .weekly: "weekly hours"
        case .overrides: "dates with hours of their own"
        case .intervals: "one-off intervals"
        }
    }
}

extension Booking.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .endsBeforeItBegins:
            Problem(.impossibleTime, fields: [Fault("endTime", "must be after startTime")])
        case .longerThanAnySlot:
            Problem(.impossibleTime, fields: [Fault("endTime", "must be at most \(limit: Booking.longestMinutes / 60) hours after startTime")])
        case .inThePast:
            Problem(.inThePast, detail: "GET /providers/{id}/slots lists the times that can be booked.")
        case .tooSoon(let minutes):
            Problem(
                .tooSoon, detail: "This provider needs \(minutes, "minute's", "minutes'") notice.", members: ["minimumNoticeMinutes": .number(minutes)])
        case .tooFarAhead(let days):
            Problem(
                .tooFarAhead, detail: "This provider is booked at most \(days, "day", "days") ahead.", members: ["bookingWindowDays": .number(days)])
        case .wrongLength(let minutes):
            Problem(
                .wrongLength, detail: "endTime must be \(minutes, "minute", "minutes") after startTime.", members: ["slotMinutes": .number(minutes)])
        case .outsideHours:
            Problem(.outsideHours, detail: "GET /providers/{id}/slots lists the times that can be booked.")
        case .notASlot:
            Problem(.notASlot, detail: "GET /providers/{id}/slots lists the times that can be booked.")
        case .providerBusy:
            Problem(.providerBusy, detail: "GET /providers/{id}/slots lists the times that can be booked.")
        case .dailyLimit(let limit):
            Problem(
                .dailyLimit, detail: "This provider takes at most \(limit, "appointment", "appointments") a day.", members: ["dailyLimit": .number(limit)])
        case .taken(let party, let conflict):
            slotTaken(party, conflict)
        case .openLimit(let most, let booked):
            QuotaExceeded("appointments ahead", limit: most, used: booked).problem
        case .yearLimit(let most, let booked):
            QuotaExceeded("appointments in a year, cancelled ones too", limit: most, used: booked).problem
        }
    }

    /// The time is another appointment's; whose, is nobody's business.
    private func slotTaken(_ party: Booking.Party, _ conflict: Interval?) -> Problem {
        var members: [String: ProblemValue] = ["conflict": .text(party.rawValue)]
        if let conflict {
            members["conflictStartTime"] = .text(RFC3339.format(Date(epochSeconds: conflict.start)))
            members["conflictEndTime"] = .text(RFC3339.format(Date(epochSeconds: conflict.end)))
        }
        let detail: Text =
            party == .provider
            ? "The provider's time is taken. GET /providers/{id}/slots lists the times that can be booked."
            : "The patient already has an appointment then. GET /users/{id}/appointments lists them."
        return Problem(.slotTaken, detail: detail, members: members)
    }
}

extension Booking.Refusal {
    /// Of a change with one end of the time alone, whose other end stayed: whoever meant to move both hears which one to send.
    func explained(absentEnd end: String?) -> Problem {
        var told = problem
        guard let end else { return told }
        switch self {
        case .endsBeforeItBegins, .longerThanAnySlot, .wrongLength:
            let hint: Text = "\(end) was not sent, and stays as it was: to move the appointment, send both ends."
            let detail: Text = told.detail.map { "\($0) \(hint)" } ?? hint
            told.detail = detail
        default: break
        }
        return told
    }
}

extension AppointmentState.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .notPossible(let status):
            Problem(.notPossible, detail: "It is \(Text(template: status.rawValue)).", members: ["appointmentStatus": .text(status.rawValue)])
        case .notAllowed:
            Problem.forbidden("Only the other party of this appointment may do that.")
        case .notForTheDesk:
            Problem.forbidden("The front desk books, moves and cancels; the rest is between the patient and the provider.")
        case .alreadyStarted:
            Problem(.alreadyStarted)
        case .notYetStarted:
            Problem(.notYetStarted)
        case .noticeTooShort(let minutes):
            Problem(
                .noticeTooShort, detail: "This provider asks for \(minutes, "minute's", "minutes'") notice; ask the provider to do it.",
                members: ["noticeMinutes": .number(minutes)])
        case .changedTooOften(let most):
            QuotaExceeded("changes of an appointment", limit: most, used: most).problem
        }
    }
}

import CareModels

/// What an appointment is, from first to last. A reschedule leaves it booked, at another time.
enum AppointmentStatus: String, Codable, CaseIterable, Sendable {
    case held, booked, cancelled, completed
    case noShow = "no-show"
}

/// The state machine: which action leads where, by whom, and when.
enum AppointmentState {
    enum Action: String, CaseIterable, Sendable { case confirm, reschedule, describe, cancel, complete, markNoShow }
    enum Actor: String, CaseIterable, Sendable { case patient, provider, frontDesk, system }

    enum Refusal: Error, Equatable {
        /// The appointment has reached its end, or is not yet where this action starts.
        case notPossible(AppointmentStatus)
        case notAllowed
        /// It is between the two.
        case notForTheDesk
        case alreadyStarted
        case notYetStarted
        case noticeTooShort(minutes: Int)
        /// It got other times and texts so often.
        case changedTooOften(most: Int)
    }

    private struct Transition {
        var from: AppointmentStatus
        var action: Action
        var to: AppointmentStatus
        var actors: Set<Actor>
    }

    private static let transitions = [
        Transition(from: .held, action: .confirm, to: .booked, actors: [.patient]),
        Transition(from: .held, action: .cancel, to: .cancelled, actors: [.patient, .provider, .system]),
        Transition(from: .booked, action: .reschedule, to: .booked, actors: [.patient, .provider, .frontDesk]),
        Transition(from: .booked, action: .describe, to: .booked, actors: [.patient, .provider]),
        Transition(from: .booked, action: .cancel, to: .cancelled, actors: [.patient, .provider, .frontDesk, .system]),
        Transition(from: .booked, action: .complete, to: .completed, actors: [.provider, .system]),
        Transition(from: .booked, action: .markNoShow, to: .noShow, actors: [.provider]),
        Transition(from: .completed, action: .markNoShow, to: .noShow, actors: [.provider])
    ]

    /// So long after an appointment came to be completed by itself its provider may still say that the patient did not come.
    static let noShowDays = 7

    /// Where `action` leads from `status` when the appointment begins at `start`; times in seconds since 1970. `autoCompleted`: when it came to
    /// be completed without anybody's word; that of a provider is the last. `setByOthers`: when others than the patient's side set its time; nil where those did.
    static func next(
        _ status: AppointmentStatus, _ action: Action, by actor: Actor, start: Int, now: Int, autoCompleted: Int? = nil, setByOthers: Int? = nil,
        settings: BookingSettings
    ) throws(Refusal) -> AppointmentStatus {
        guard let transition = transitions.first(where: { $0.from == status && $0.action == action }) else {
            throw .notPossible(status)
        }
        guard transition.actors.contains(actor) else { throw actor == .frontDesk ? .notForTheDesk : .notAllowed }
        if status == .completed {
            guard let autoCompleted, now <= autoCompleted + noShowDays * LocalDate.secondsPerDay else { throw .notPossible(status) }
        }
        switch action {
        case .describe: break
        case .confirm:
            guard now < start else { throw .alreadyStarted }
        case .reschedule:
            try checkNotice(settings.rescheduleNoticeMinutes, actor, start: start, now: now, setByOthers)
        case .cancel:
            try checkNotice(settings.cancelNoticeMinutes, actor, start: start, now: now, setByOthers)
        case .complete, .markNoShow:
            guard now >= start else { throw .notYetStarted }
        }
        return transition.to
    }

    /// Notice binds patients, but for a time that others set when it was too late to keep it already; nobody moves or cancels what has begun.
    private static func checkNotice(_ minutes: Int, _ actor: Actor, start: Int, now: Int, _ setByOthers: Int?) throws(Refusal) {
        guard now < start else { throw .alreadyStarted }
        let last = start - minutes * 60
        guard actor == .patient, now > last else { return }
        guard let setByOthers, setByOthers > last else { throw .noticeTooShort(minutes: minutes) }
    }
}

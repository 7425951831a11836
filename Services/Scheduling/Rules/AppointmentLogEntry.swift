import CareModels
import Foundation

/// Who did what with an appointment: one of its versions, without a word of what it is about.
struct AppointmentLogEntry: Equatable, Sendable {
    /// As the events call it.
    enum Action: String, CaseIterable, Sendable {
        case booked, rescheduled, changed, cancelled, completed
        case noShow = "no-show"
    }

    enum Role: String, CaseIterable, Sendable {
        case patient, guardian, provider
        case frontDesk = "front-desk"
        case system

        init(_ actor: AppointmentState.Actor, _ caller: Caller?) {
            switch actor {
            case .patient: self = caller?.isInPerson == false ? .guardian : .patient
            case .provider: self = .provider
            case .frontDesk: self = .frontDesk
            case .system: self = .system
            }
        }

        /// What app somebody uses may tell of their health.
        var isPatientsSide: Bool { self == .patient || self == .guardian }
    }

    /// Of the appointment, since this.
    var version: Int
    var at: Date
    /// One of `Action`, or what a later release calls it.
    var action: String
    /// One of `Role`, likewise.
    var role: String
    /// Whose token it was.
    var user: UserID?
    var guardian: UserID?
    var client: String?
    /// When it was to take place since then.
    var startTime: Date
    var endTime: Date

    /// Who did it: whose token it was, or who acted for them.
    var doneBy: UserID? { guardian ?? user }
}

extension AppointmentLogEntry {
    /// `record` is what `action` by `caller`, who is `actor` to it, has made of it. Without a caller nobody asked for it; who is erased is `user`.
    init(_ record: AppointmentRecord, _ action: Action, by caller: Caller?, _ actor: AppointmentState.Actor, user: UserID? = nil) {
        self.init(
            version: record.version, at: record.updatedAt, action: action.rawValue, role: Role(actor, caller).rawValue, user: caller?.user ?? user,
            guardian: caller?.guardian, client: caller?.client, startTime: record.startTime, endTime: record.endTime)
    }

    /// As one of the two sees it: a provider is not told which app their patient uses.
    func seen(by actor: AppointmentState.Actor) -> AppointmentLogEntry {
        var seen = self
        // A role of a later release may be the patient's side's.
        if actor != .patient, Role(rawValue: role)?.isPatientsSide ?? true { seen.client = nil }
        return seen
    }
}

import CareModels
import Foundation

/// A line of the log.
struct AuditView: Encodable, Sendable {
    struct Day: Encodable, Sendable {
        var date: String
        /// Absent when not known; empty: closed.
        var intervals: [ERScheduleChanged.Hours]?
    }

    struct State: Encodable, Sendable {
        var details: ERDetails?
        var days: [Day]?

        init(_ state: AuditEntry.State) {
            details = state.details
            // A release before wrote `hours` alone.
            days = state.days?.map { Day(date: $0.date, intervals: $0.intervals ?? $0.hours) }
        }
    }

    var id: UUID
    var at: Date
    var action: String
    /// Absent for a machine.
    var doneBy: UserID?
    var clientId: String
    var role: String
    var version: Int
    var before: State?
    var after: State?

    init(_ entry: AuditEntry) {
        id = entry.id
        at = entry.at
        action = entry.action
        doneBy = entry.actor.userID
        clientId = entry.actor.client
        role = entry.actor.role
        version = entry.version
        before = entry.before.map { State($0) }
        after = entry.after.map { State($0) }
    }
}

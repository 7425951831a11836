import CareModels
import Foundation

/// Who changed what of an emergency room, and when.
struct AuditEntry: Sendable {
    enum Action: String, Sendable { case created, imported, updated, removed, scheduled }

    /// What it was, or is since: the details, or the hours of the dates that the change was about.
    struct State: Codable, Sendable {
        var details: ERDetails?
        var days: [ERScheduleChanged.Day]?
    }

    /// The person, or nobody for a machine; and the program that they used.
    struct Actor: Equatable, Sendable {
        var userID: UserID?
        var client: String
        var role: String
    }

    var id: UUID
    var at: Date
    var erID: ERID
    /// One of `Action`, or what a later release calls it.
    var action: String
    var actor: Actor
    /// Of the details; of the hours for `scheduled`.
    var version: Int
    /// Nil when there was, or is, nothing.
    var before: State?
    var after: State?
}

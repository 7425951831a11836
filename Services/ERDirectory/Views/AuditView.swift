import CareModels
import Foundation

/// A line of the log.
struct AuditView: Encodable, Sendable {
    var id: UUID
    var at: Date
    var action: String
    /// Absent for a machine.
    var userId: UserID?
    var client: String
    var role: String
    var version: Int
    var before: AuditEntry.State?
    var after: AuditEntry.State?

    init(_ entry: AuditEntry) {
        id = entry.id
        at = entry.at
        action = entry.action.rawValue
        userId = entry.actor.userID
        client = entry.actor.client
        role = entry.actor.role
        version = entry.version
        before = entry.before
        after = entry.after
    }
}

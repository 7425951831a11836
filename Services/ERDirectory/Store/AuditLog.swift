import CareModels
import Foundation
import HTTP
import Postgres

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

        init(_ identity: Identity) {
            userID = identity.userID
            client = identity.clientID
            role = identity.role.rawValue
        }
    }

    var id: UUID
    var at: Date
    var erID: ERID
    var action: Action
    var actor: Actor
    /// Of the details; of the hours for `scheduled`.
    var version: Int
    /// Nil when there was, or is, nothing.
    var before: State?
    var after: State?

    var insertion: SQL {
        """
        INSERT INTO audit_log (id, at, er_id, action, user_id, client, role, version, before, after)
        VALUES (\(id), \(at), \(erID), \(action.rawValue), \(actor.userID), \(actor.client), \(actor.role), \(version),
            \(before.map { JSONB($0) }), \(after.map { JSONB($0) }))
        """
    }
}

/// A line of the log as it is shown.
struct AuditLine: Encodable, Sendable {
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

    init(_ row: Row) throws {
        id = try row["id"]
        at = try row["at"]
        action = try row["action"]
        userId = try row["user_id"]
        client = try row["client"]
        role = try row["role"]
        version = try row["version"]
        let states: (JSONB<AuditEntry.State>?, JSONB<AuditEntry.State>?) = (try row["before"], try row["after"])
        before = states.0?.value
        after = states.1?.value
    }
}

extension PostgresRunner {
    /// Newest first; one more than the page holds.
    func auditLog(of er: ERID, _ page: PageRequest) async throws -> [AuditLine] {
        var conditions: [SQL] = ["er_id = \(er)"]
        if let id: EventID = try page.id(at: 0) { conditions.append("id < \(id)") }
        let rows = try await query(
            """
            SELECT id, at, action, user_id, client, role, version, before, after FROM audit_log
            WHERE \(SQL.join(conditions, separator: " AND ")) ORDER BY id DESC LIMIT \(page.limit + 1)
            """)
        return try rows.map { try AuditLine($0) }
    }
}

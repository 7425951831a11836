import CareModels
import Foundation
import Postgres

extension AuditEntry.Action: PostgresDecodable {}

extension AuditEntry {
    fileprivate init(_ row: Row) throws {
        let states: (JSONB<State>?, JSONB<State>?) = (try row["before"], try row["after"])
        self.init(
            id: try row["id"], at: try row["at"], erID: try row["er_id"], action: try row["action"],
            actor: Actor(userID: try row["user_id"], client: try row["client"], role: try row["role"]), version: try row["version"],
            before: states.0?.value, after: states.1?.value)
    }

    var insertion: SQL {
        """
        INSERT INTO audit_log (id, at, er_id, action, user_id, client, role, version, before, after)
        VALUES (\(id), \(at), \(erID), \(action.rawValue), \(actor.userID), \(actor.client), \(actor.role), \(version),
            \(before.map { JSONB($0) }), \(after.map { JSONB($0) }))
        """
    }
}

extension PostgresRunner {
    /// Newest first.
    func auditLog(of er: ERID, after id: EventID?, limit: Int) async throws -> [AuditEntry] {
        var conditions: [SQL] = ["er_id = \(er)"]
        if let id { conditions.append("id < \(id)") }
        let rows = try await query(
            """
            SELECT id, at, er_id, action, user_id, client, role, version, before, after FROM audit_log
            WHERE \(SQL.join(conditions, separator: " AND ")) ORDER BY id DESC LIMIT \(limit)
            """)
        return try rows.map { try AuditEntry($0) }
    }
}

extension Transaction {
    func log(_ entry: AuditEntry) async throws { try await executeLater(entry.insertion) }
}

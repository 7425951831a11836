import CareModels
import Foundation
import Postgres

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
        VALUES (\(id), \(at), \(erID), \(action), \(actor.userID), \(actor.client), \(actor.role), \(version),
            \(before.map { JSONB($0) }), \(after.map { JSONB($0) }))
        """
    }
}

/// Of the log, newest first.
struct AuditPage: Sendable {
    /// What an answer holds, in bytes of JSON: one line may have the hours of 400 dates, before and after. The first is there however long it is.
    static let mostBytes = 1 << 20

    var entries: [AuditEntry]
    /// There are older ones.
    var goesOn: Bool
}

extension PostgresRunner {
    func auditLog(of er: ERID, after id: EventID?, limit: Int) async throws -> AuditPage {
        var conditions: [SQL] = ["er_id = \(er)"]
        if let id { conditions.append("id < \(id)") }
        let rows = try await query(
            """
            WITH found AS MATERIALIZED (
                SELECT *, coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0) AS bytes FROM audit_log
                WHERE \(SQL.join(conditions, separator: " AND ")) ORDER BY id DESC LIMIT \(limit + 1)
            ), summed AS (
                SELECT *, row_number() OVER (ORDER BY id DESC) AS place, sum(bytes) OVER (ORDER BY id DESC) AS so_far, count(*) OVER () AS found FROM found
            )
            SELECT id, at, er_id, action, user_id, client, role, version, before, after, found FROM summed
            WHERE place = 1 OR place <= \(limit) AND so_far <= \(AuditPage.mostBytes) ORDER BY place
            """)
        let found: Int = try rows.first?["found"] ?? 0
        return AuditPage(entries: try rows.map { try AuditEntry($0) }, goesOn: rows.count < found)
    }
}

extension Transaction {
    func log(_ entry: AuditEntry) async throws { try await executeLater(entry.insertion) }
}

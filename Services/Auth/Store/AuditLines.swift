import CareModels
import Foundation
import Postgres

/// Which rows of the audit are asked for.
struct AuditFilter: Equatable, Sendable {
    /// About this person, or by them.
    var user: UserID?
    var client: String?
    var kind: String?
    var since: Date?
    var until: Date?
}

/// A sealed row with the instant that it is read with.
struct AuditLine: Equatable, Sendable {
    var sealed: SealedAuditRow
    var at: Date
}

extension PostgresRunner {
    /// Nil as long as nothing was sealed.
    func auditSeal() async throws -> AuditSeal? { try await first("SELECT * FROM audit_chain").map(AuditSeal.init) }

    /// Sealed rows behind this place, in their order.
    func auditLines(_ filter: AuditFilter = AuditFilter(), after place: Int, limit: Int) async throws -> [AuditLine] {
        try await query(
            """
            SELECT \(unescaped: AuditRow.columns), at, place, hash FROM audit_log
            WHERE place > \(place) \(filter.condition) ORDER BY place LIMIT \(limit)
            """
        ).map(AuditLine.init)
    }

    /// Sealed rows before this place, or all of them, the latest first.
    func auditLines(_ filter: AuditFilter, before place: Int?, limit: Int) async throws -> [AuditLine] {
        try await query(
            """
            SELECT \(unescaped: AuditRow.columns), at, place, hash FROM audit_log
            WHERE place < \(place ?? Int.max) \(filter.condition) ORDER BY place DESC LIMIT \(limit)
            """
        ).map(AuditLine.init)
    }

    /// How many wait to be sealed, and since when the oldest does.
    func unsealedAudit() async throws -> (count: Int, since: Date?) {
        let row = try await first("SELECT count(*) AS count, min(at) AS since FROM audit_log WHERE place IS NULL")
        return (try row?["count"] ?? 0, try row?["since"])
    }

    /// Whether there are sealed rows outside of the chain as it says that it is.
    func hasSealedAudit(outside ends: AuditChain.Ends?) async throws -> Bool {
        let (start, head) = (ends?.start.place ?? 0, ends?.head.place ?? 0)
        return try await first("SELECT 1 FROM audit_log WHERE place <= \(start) OR place > \(head) LIMIT 1") != nil
    }
}

extension Transaction {
    /// Locked: rows are sealed and purged by one at a time.
    func lockedAuditSeal() async throws -> AuditSeal? { try await first("SELECT * FROM audit_chain FOR UPDATE").map(AuditSeal.init) }

    /// What is not sealed yet, in the order in which it was written.
    func unsealedAuditRows(limit: Int) async throws -> [AuditRow] {
        try await query("SELECT \(unescaped: AuditRow.columns) FROM audit_log WHERE place IS NULL ORDER BY id LIMIT \(limit)").map(AuditRow.init)
    }

    func save(_ rows: [SealedAuditRow]) async throws {
        try await batch(rows.map { "UPDATE audit_log SET place = \($0.link.place), hash = \($0.link.hash) WHERE id = \($0.row.id)" })
    }

    /// False when it has begun already.
    func begin(_ seal: AuditSeal) async throws -> Bool {
        let (start, head) = (seal.ends.start, seal.ends.head)
        return try await execute(
            """
            INSERT INTO audit_chain (start_place, start_hash, place, hash, seal, master_key_id)
            VALUES (\(start.place), \(start.hash), \(head.place), \(head.hash), \(seal.code), \(seal.masterKeyID)) ON CONFLICT DO NOTHING
            """) == 1
    }

    func save(_ seal: AuditSeal) async throws {
        let (start, head) = (seal.ends.start, seal.ends.head)
        try await execute(
            """
            UPDATE audit_chain SET start_place = \(start.place), start_hash = \(start.hash), place = \(head.place), hash = \(head.hash),
                                   seal = \(seal.code), master_key_id = \(seal.masterKeyID)
            """)
    }

    /// Those up to where the chain begins.
    func deleteAudit(through place: Int) async throws { try await execute("DELETE FROM audit_log WHERE place <= \(place)") }
}

extension AuditFilter {
    fileprivate var condition: SQL {
        let user: SQL = user.map { "AND (user_id = \($0) OR actor_id = \($0))" } ?? ""
        let client: SQL = client.map { "AND client_id = \($0)" } ?? ""
        let kind: SQL = kind.map { "AND kind = \($0)" } ?? ""
        let since: SQL = since.map { "AND at >= \($0)" } ?? ""
        let until: SQL = until.map { "AND at < \($0)" } ?? ""
        return "\(user) \(client) \(kind) \(since) \(until)"
    }
}

extension AuditSeal {
    fileprivate init(_ row: Row) throws {
        let start = AuditChain.Link(place: try row["start_place"], hash: try row["start_hash"])
        let head = AuditChain.Link(place: try row["place"], hash: try row["hash"])
        self.init(ends: AuditChain.Ends(start: start, head: head), code: try row["seal"], masterKeyID: try row["master_key_id"])
    }
}

extension AuditRow {
    fileprivate static let columns = """
        id, (extract(epoch FROM at) * 1000000)::bigint AS microseconds, kind, user_id, actor_id, client_id, session_id, address_hash, request_id, reason, occurrences
        """

    fileprivate init(_ row: Row) throws {
        let occurrences: Int32 = try row["occurrences"]
        self.init(
            id: try row["id"], microseconds: try row["microseconds"], kind: try row["kind"], userID: try row["user_id"], actorID: try row["actor_id"],
            clientID: try row["client_id"], sessionID: try row["session_id"], addressHash: try row["address_hash"], requestID: try row["request_id"],
            reason: try row["reason"], occurrences: Int(occurrences))
    }
}

extension AuditLine {
    fileprivate init(_ row: Row) throws {
        let link = AuditChain.Link(place: try row["place"], hash: try row["hash"])
        self.init(sealed: SealedAuditRow(row: try AuditRow(row), link: link), at: try row["at"])
    }
}

import CareModels
import Foundation
import Postgres

typealias GuardianshipID = ID<Guardianship>

extension Guardianship {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"], ward: try row["ward_id"], guardian: try row["guardian_id"], invitedEmail: try row["invited_email"],
            invitedAt: try row["invited_at"], acceptedAt: try row["accepted_at"], endsAt: try row["ends_at"], endedAt: try row["ended_at"])
    }
}

/// A guardianship with how its two are called, as one of them sees it.
struct ListedGuardianship: Sendable {
    var guardianship: Guardianship
    var wardName: String
    /// Nil before they have accepted: whom an id belongs to is not to be learnt by inviting it.
    var guardianName: String?

    fileprivate init(_ row: Row) throws {
        guardianship = try Guardianship(row)
        wardName = try row["ward_name"]
        guardianName = try guardianship.acceptedAt == nil ? nil : row["guardian_name"]
    }
}

extension PostgresRunner {
    func guardianship(_ id: GuardianshipID) async throws -> Guardianship? {
        try await first("SELECT * FROM guardianships WHERE id = \(id)").map { try Guardianship($0) }
    }

    /// Those that wait or are in force, of whom somebody is the ward, the guardian, or invited by the address that they have proved; the latest first.
    func guardianships(
        of user: UserID, provenAddress: String?, after: TimeCursor<Guardianship>?, limit: Int, now: Date
    ) async throws -> [ListedGuardianship] {
        let since: SQL = after.map { "AND (g.invited_at, g.id) < (\($0.instant), \($0.id))" } ?? ""
        let rows = try await query(
            """
            SELECT g.*, coalesce(w.full_name, w.username) AS ward_name, coalesce(p.full_name, p.username) AS guardian_name
            FROM guardianships g JOIN users w ON w.id = g.ward_id LEFT JOIN users p ON p.id = g.guardian_id
            WHERE (g.ward_id = \(user) OR g.guardian_id = \(user) OR g.invited_email = \(provenAddress?.lowercased())::text)
                AND \(Self.isOpen(at: now)) \(since)
            ORDER BY g.invited_at DESC, g.id DESC LIMIT \(limit)
            """)
        return try rows.map { try ListedGuardianship($0) }
    }

    /// `Guardianship.state` of a row `g`, in SQL.
    fileprivate static func isOpen(at now: Date) -> SQL {
        let oldest = now.addingTimeInterval(-Guardianship.patience)
        return """
            (g.ended_at IS NULL AND (g.ends_at IS NULL OR g.ends_at > \(now)) AND (g.accepted_at IS NOT NULL OR g.invited_at > \(oldest)))
            """
    }
}

extension Transaction {
    /// Locked, in the order of their ids.
    func lockedUsers(_ ids: [UserID]) async throws -> [UserID: UserRecord] {
        let rows = try await query("SELECT * FROM users WHERE id = ANY(\(ids.map(\.uuid))) ORDER BY id FOR UPDATE")
        return try Dictionary(rows.map { try UserRecord($0) }.map { ($0.id, $0) }) { first, _ in first }
    }

    func lockedGuardianship(_ id: GuardianshipID) async throws -> Guardianship? {
        try await first("SELECT * FROM guardianships WHERE id = \(id) FOR UPDATE").map { try Guardianship($0) }
    }

    /// By which this guardian acts for this ward. Until the commit nobody ends it: what begins in this transaction is there to be ended.
    func sharedGuardianship(ward: UserID, guardian: UserID, now: Date) async throws -> Guardianship? {
        try await first(
            """
            SELECT g.* FROM guardianships g
            WHERE g.ward_id = \(ward) AND g.guardian_id = \(guardian) AND g.accepted_at IS NOT NULL AND \(Self.isOpen(at: now)) FOR SHARE
            """
        ).map { try Guardianship($0) }
    }

    /// Of those of a ward that are not over, the one of this guest.
    func openGuardianship(of ward: UserID, with guest: Guardianship.Guest, now: Date) async throws -> Guardianship? {
        let whose: SQL =
            switch guest {
            case .person(let user): "g.guardian_id = \(user)"
            case .address(let address): "g.invited_email = \(address)"
            }
        return try await first("SELECT g.* FROM guardianships g WHERE g.ward_id = \(ward) AND \(whose) AND \(Self.isOpen(at: now))").map { try Guardianship($0) }
    }

    /// Of those of a ward that are not over, in the order of their ids.
    func openGuardianships(of ward: UserID, invitedSince instant: Date, now: Date) async throws -> [Guardianship] {
        try await query(
            "SELECT g.* FROM guardianships g WHERE g.ward_id = \(ward) AND g.invited_at >= \(instant) AND \(Self.isOpen(at: now)) ORDER BY g.id"
        ).map { try Guardianship($0) }
    }

    func countInvitations(of ward: UserID, since instant: Date) async throws -> DaysInvitations {
        let row = try await first(
            "SELECT count(*) AS number, min(invited_at) AS earliest FROM guardianships WHERE ward_id = \(ward) AND invited_at > \(instant)")
        return try DaysInvitations(count: row?["number"] ?? 0, first: row.flatMap { try $0["earliest"] })
    }

    /// Writes down of those of a ward that are over by themselves that they are, so that the same person may be invited anew.
    func endOverdueGuardianships(of ward: UserID, now: Date) async throws {
        try await execute("UPDATE guardianships g SET ended_at = \(now) WHERE g.ward_id = \(ward) AND g.ended_at IS NULL AND NOT \(Self.isOpen(at: now))")
    }

    func insert(_ guardianship: Guardianship) async throws {
        try await execute(
            """
            INSERT INTO guardianships (id, ward_id, guardian_id, invited_email, invited_at, ends_at)
            VALUES (\(guardianship.id), \(guardianship.ward), \(guardianship.guardian), \(guardianship.invitedEmail), \(guardianship.invitedAt),
                    \(guardianship.endsAt))
            """)
    }

    /// The address goes: who had it has a name from now on.
    func accept(_ id: GuardianshipID, by guardian: UserID, now: Date) async throws {
        try await execute("UPDATE guardianships SET guardian_id = \(guardian), invited_email = NULL, accepted_at = \(now) WHERE id = \(id)")
    }

    func end(_ id: GuardianshipID, now: Date) async throws {
        try await execute("UPDATE guardianships SET ended_at = \(now) WHERE id = \(id)")
    }

    /// Those that went to an address, in lower case, and that nobody has accepted.
    func forgetGuardianInvitations(to address: String) async throws {
        try await execute(
            """
            DELETE FROM guardianships WHERE id = ANY(ARRAY(
                SELECT id FROM guardianships WHERE invited_email = \(address) AND accepted_at IS NULL ORDER BY id FOR UPDATE
            ))
            """)
    }

    /// Those that ended before `instant`, and invitations that nobody accepted by then; the oldest `limit` of them.
    func purgeGuardianships(before instant: Date, limit: Int) async throws -> Int {
        let patience = instant.addingTimeInterval(-Guardianship.patience)
        let isOver: SQL = "ended_at < \(instant) OR ends_at < \(instant) OR (accepted_at IS NULL AND invited_at < \(patience))"
        return try await deleteBatch(from: "guardianships", where: isOver, by: "id", most: limit)
    }
}

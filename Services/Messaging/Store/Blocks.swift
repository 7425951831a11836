import CareModels
import Foundation
import Postgres

/// Somebody whom a person blocks.
struct BlockRecord: Sendable {
    var person: Person
    var createdAt: Date

    init(_ row: Row) throws {
        person = try Person(row)
        createdAt = try row["created_at"]
    }
}

extension PostgresRunner {
    /// Latest first.
    func blocks(of owner: UserID, after: TimeCursor<User>?, limit: Int) async throws -> [BlockRecord] {
        let since: SQL = after.map { "AND (b.created_at, b.person_id) < (\($0.instant), \($0.id))" } ?? ""
        let rows = try await query(
            """
            SELECT b.person_id AS user_id, b.created_at, h.role, h.username, h.full_name, h.avatar_url, h.erased_at IS NOT NULL AS is_erased,
                coalesce(h.is_verified, true) AS is_verified
            FROM blocks b LEFT JOIN people h ON h.user_id = b.person_id
            WHERE b.owner_id = \(owner) \(since) ORDER BY b.created_at DESC, b.person_id DESC LIMIT \(limit)
            """)
        return try rows.map { try BlockRecord($0) }
    }

    /// Whether anyone of `others` blocks the person.
    func isBlocked(_ person: UserID, by others: [UserID]) async throws -> Bool {
        try await first("SELECT 1 FROM blocks WHERE person_id = \(person) AND owner_id = ANY(\(others.map(\.uuid))) LIMIT 1") != nil
    }

    /// Whether the person blocks anyone of `others`, or anyone of them the person.
    func isAnyBlocked(between person: UserID, and others: [UserID]) async throws -> Bool {
        let ids = others.map(\.uuid)
        return try await first(
            """
            SELECT 1 FROM blocks WHERE person_id = \(person) AND owner_id = ANY(\(ids)) OR owner_id = \(person) AND person_id = ANY(\(ids)) LIMIT 1
            """) != nil
    }

    /// Whether anyone of these blocks another one of them.
    func isAnyBlocked(among people: [UserID]) async throws -> Bool {
        let ids = people.map(\.uuid)
        return try await first("SELECT 1 FROM blocks WHERE person_id = ANY(\(ids)) AND owner_id = ANY(\(ids)) LIMIT 1") != nil
    }
}

extension Transaction {
    /// False, with nothing written, when there are `most` already. One that is there stays as it is.
    func block(_ person: UserID, by owner: UserID, most: Int, now: Date) async throws -> Bool {
        try await execute(
            """
            INSERT INTO blocks (owner_id, person_id, created_at) SELECT \(owner)::uuid, \(person)::uuid, \(now)::timestamptz
            WHERE (SELECT count(*) FROM blocks WHERE owner_id = \(owner) AND person_id <> \(person)) < \(most)
            ON CONFLICT (owner_id, person_id) DO UPDATE SET created_at = blocks.created_at
            """) == 1
    }

    func unblock(_ person: UserID, by owner: UserID) async throws {
        try await execute("DELETE FROM blocks WHERE owner_id = \(owner) AND person_id = \(person)")
    }

    func eraseBlocks(of person: UserID) async throws {
        try await batch([
            // In one order: those at their other ends may be erased at the same time.
            "SELECT 1 FROM blocks WHERE owner_id = \(person) OR person_id = \(person) ORDER BY owner_id, person_id FOR UPDATE",
            "DELETE FROM blocks WHERE owner_id = \(person) OR person_id = \(person)"
        ])
    }
}

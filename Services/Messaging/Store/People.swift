import CareModels
import Foundation
import Postgres

extension Person {
    init(_ row: Row) throws {
        id = try row["user_id"]
        role = try row["role"]
        username = try row["username"]
        fullName = try row["full_name"]
        avatarUrl = try row["avatar_url"]
        isErased = try row["is_erased"]
        isVerified = try row["is_verified"]
    }
}

extension PostgresRunner {
    func people(_ ids: [UserID]) async throws -> [UserID: Person] { try await people(ids, lock: "") }

    fileprivate func people(_ ids: [UserID], lock: SQL) async throws -> [UserID: Person] {
        let rows = try await query(
            """
            SELECT user_id, role, username, full_name, avatar_url, erased_at IS NOT NULL AS is_erased, is_verified FROM people
            WHERE user_id = ANY(\(ids.map(\.uuid))) ORDER BY user_id \(lock)
            """)
        var people: [UserID: Person] = [:]
        for row in rows {
            let person = try Person(row)
            people[person.id] = person
        }
        return people
    }
}

extension Transaction {
    /// The people as they are until the transaction ends: whoever is about to write something new of them asks here, so that an
    /// erasure at the same time either is seen or sees what was written. Before any other lock, as the erasure itself does.
    func lockPeople(_ ids: [UserID]) async throws -> [UserID: Person] { try await people(ids, lock: "FOR SHARE") }

    /// Takes over what an event says, unless something newer is known. The version that was held before; 0 when none was.
    func project(_ profile: PublicProfile) async throws -> Int {
        let row = try await first(
            """
            WITH held AS (SELECT version FROM people WHERE user_id = \(profile.userId)), taken AS (
                INSERT INTO people (user_id, version, role, username, full_name, avatar_url, is_verified)
                VALUES (\(profile.userId), \(profile.version), \(profile.role.rawValue), \(profile.username), \(profile.fullName)::text,
                        \(profile.avatarUrl)::text, coalesce(\(profile.isVerified)::boolean, true))
                ON CONFLICT (user_id) DO UPDATE SET version = excluded.version, role = excluded.role, username = excluded.username,
                    full_name = excluded.full_name, avatar_url = excluded.avatar_url, is_verified = coalesce(\(profile.isVerified)::boolean, people.is_verified)
                WHERE people.version < excluded.version AND people.erased_at IS NULL
            )
            SELECT version FROM held
            """)
        return try row?["version"] ?? 0
    }

    /// A person whose own event has not come yet: version 0, so that it fills the row.
    func admit(_ id: UserID, as role: Role) async throws {
        try await execute("INSERT INTO people (user_id, version, role) VALUES (\(id), 0, \(role.rawValue)) ON CONFLICT (user_id) DO NOTHING")
    }

    /// Leaves only the id and the version. The version that was held before, 0 when none was; nil when this was done before.
    func erasePerson(_ id: UserID, version: Int, at instant: Date) async throws -> Int? {
        let row = try await first(
            """
            WITH held AS (SELECT version FROM people WHERE user_id = \(id))
            INSERT INTO people (user_id, version, erased_at) VALUES (\(id), \(version), \(instant))
            ON CONFLICT (user_id) DO UPDATE SET version = excluded.version, role = NULL, username = NULL, full_name = NULL, avatar_url = NULL,
                erased_at = excluded.erased_at
            WHERE people.erased_at IS NULL
            RETURNING coalesce((SELECT version FROM held), 0) AS version
            """)
        return try row?["version"]
    }
}

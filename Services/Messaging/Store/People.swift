import CareModels
import Outbox
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

extension PeopleTable {
    static let people = PeopleTable(
        "people",
        [
            Column("role") { "\($0.role.rawValue)" },
            Column("username") { "\($0.username)" },
            Column("full_name") { "\($0.fullName)::text" },
            Column("avatar_url") { "\($0.avatarUrl)::text" },
            .isVerified()
        ])
}

extension PostgresRunner {
    func people(_ ids: [UserID]) async throws -> [UserID: Person] { try await people(ids, lock: "") }

    fileprivate func people(_ ids: [UserID], lock: SQL) async throws -> [UserID: Person] {
        let rows = try await query(
            """
            SELECT user_id, role, username, full_name, avatar_url, erased_at IS NOT NULL AS is_erased, is_verified FROM people
            WHERE \(.isOne(of: ids.map(\.uuid), "user_id")) ORDER BY user_id \(lock)
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
}

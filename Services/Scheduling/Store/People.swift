import CareModels
import Foundation
import Postgres

/// A provider as other users see them.
struct ProviderCard: Sendable {
    var id: UserID
    var username: String?
    var title: String?
    var fullName: String?
    var specialty: String?
    var practice: String?
    var languages: [String]
    var avatarUrl: String?
    var timeZone: String?
    var version: Int
    /// What the list is sorted by, folded; not shown.
    var nameKey: String

    init(_ row: Row) throws {
        id = try row["user_id"]
        username = try row["username"]
        title = try row["title"]
        fullName = try row["full_name"]
        specialty = try row["specialty"]
        practice = try row["practice"]
        languages = try row["languages"]
        avatarUrl = try row["avatar_url"]
        timeZone = try row["time_zone"]
        version = try row["version"]
        nameKey = try row["sort_key"]
    }

    static let columns =
        "user_id, username, title, full_name, specialty, practice, languages, avatar_url, time_zone, version, \(FoldedNames.name) AS sort_key"
}

extension PostgresRunner {
    /// Their own they see before anybody has verified them.
    func provider(_ id: UserID, for caller: UserID? = nil) async throws -> ProviderCard? {
        let sql: SQL = """
            SELECT \(unescaped: ProviderCard.columns) FROM people
            WHERE user_id = \(id) AND role = 'provider' AND erased_at IS NULL AND version > 0 AND (is_verified OR user_id = \(caller)::uuid)
            """
        return try await first(sql).map { try ProviderCard($0) }
    }

    /// Providers by name, then id.
    func providers(specialty: String?, words: [String], after: NameCursor<User>?, limit: Int) async throws -> [ProviderCard] {
        let shown: SQL = "role = 'provider' AND erased_at IS NULL AND version > 0 AND is_verified"
        // PostgreSQL cannot tell how few a word finds, and would rather go through all in order: OFFSET has it look up the words first.
        let people: SQL = words.isEmpty ? "people" : "(SELECT * FROM people WHERE \(shown) AND \(FoldedNames.found(by: words)) OFFSET 0) AS people"
        var conditions = [shown]
        let name: SQL = "\(unescaped: FoldedNames.name)"
        if let specialty { conditions.append("\(unescaped: FoldedNames.specialty) = \(Specialty.key(specialty))::text") }
        if let after { conditions.append("(\(name), user_id) > (\(after.name)::text COLLATE \"C\", \(after.id)::uuid)") }
        let sql: SQL = """
            SELECT \(unescaped: ProviderCard.columns) FROM \(people)
            WHERE \(SQL.join(conditions, separator: " AND ")) ORDER BY \(name), user_id LIMIT \(limit)
            """
        return try await query(sql).map { try ProviderCard($0) }
    }

    /// Nobody who was erased is one.
    func isPatient(_ id: UserID) async throws -> Bool {
        try await first("SELECT 1 FROM people WHERE user_id = \(id) AND role = 'patient'") != nil
    }

    func isErased(_ id: UserID) async throws -> Bool {
        try await first("SELECT 1 FROM people WHERE user_id = \(id) AND erased_at IS NOT NULL") != nil
    }
}

extension Transaction {
    /// Takes over what an event says, unless something newer is known. The version that was held before; 0 when none was.
    func project(_ profile: PublicProfile) async throws -> Int {
        let row = try await first(
            """
            WITH held AS (SELECT version FROM people WHERE user_id = \(profile.userId)), taken AS (
                INSERT INTO people (user_id, version, role, username, title, full_name, avatar_url, specialty, practice, languages, time_zone,
                                    is_verified, search_name, search_specialty, search_words, search_version)
                VALUES (\(profile.userId), \(profile.version), \(profile.role.rawValue), \(profile.username), \(profile.title)::text,
                        \(profile.fullName)::text, \(profile.avatarUrl)::text, \(profile.specialty)::text, \(profile.practice)::text,
                        \(profile.languages)::text[], \(profile.timeZone)::text, coalesce(\(profile.isVerified)::boolean, true),
                        \(FoldedNames.name(profile.fullName, profile.username)), \(profile.specialty.map(Specialty.key))::text,
                        array_to_tsvector(\(NameWords.of(fullName: profile.fullName, username: profile.username))), \(profile.version))
                ON CONFLICT (user_id) DO UPDATE SET version = excluded.version, role = excluded.role, username = excluded.username,
                    title = excluded.title, full_name = excluded.full_name, avatar_url = excluded.avatar_url, specialty = excluded.specialty,
                    practice = excluded.practice, languages = excluded.languages, time_zone = excluded.time_zone,
                    is_verified = coalesce(\(profile.isVerified)::boolean, people.is_verified),
                    search_name = excluded.search_name, search_specialty = excluded.search_specialty, search_words = excluded.search_words, search_version = excluded.search_version
                WHERE people.version < excluded.version AND people.erased_at IS NULL
            )
            SELECT version FROM held
            """)
        return try row?["version"] ?? 0
    }

    /// A person whose token came before their event: version 0, so that the event fills the row.
    func admit(_ id: UserID, as role: Role) async throws {
        try await execute(
            """
            INSERT INTO people (user_id, version, role) VALUES (\(id), 0, \(role.rawValue)) ON CONFLICT (user_id) DO NOTHING
            """)
    }

    /// Leaves only the id and the version. The version that was held before, 0 when none was; nil when this was done before.
    func erasePerson(_ id: UserID, version: Int, at instant: Date) async throws -> Int? {
        let row = try await first(
            """
            WITH held AS (SELECT version FROM people WHERE user_id = \(id))
            INSERT INTO people (user_id, version, erased_at, search_version) VALUES (\(id), \(version), \(instant), \(version))
            ON CONFLICT (user_id) DO UPDATE SET version = excluded.version, role = NULL, username = NULL, full_name = NULL, avatar_url = NULL,
                title = NULL, specialty = NULL, practice = NULL, languages = '{}', time_zone = NULL, search_name = NULL,
                search_specialty = NULL, search_words = NULL, search_version = excluded.search_version, erased_at = excluded.erased_at
            WHERE people.erased_at IS NULL
            RETURNING coalesce((SELECT version FROM held), 0) AS version
            """)
        return try row?["version"]
    }
}

extension ProviderCard {
    var cursor: NameCursor<User> { NameCursor(nameKey, id) }
}

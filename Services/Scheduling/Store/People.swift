import CareModels
import Foundation
import Outbox
import Postgres

extension PeopleTable {
    /// With what its people are searched and sorted by, folded (`FoldNames`).
    static let people = PeopleTable(
        "people", following: ["search_version"],
        [
            Column("role") { "\($0.role.rawValue)" },
            Column("username") { "\($0.username)" },
            Column("title") { "\($0.title)::text" },
            Column("full_name") { "\($0.fullName)::text" },
            Column("avatar_url") { "\($0.avatarUrl)::text" },
            Column("specialty") { "\($0.specialty)::text" },
            Column("other_specialties", erased: "'{}'") { "\(Array($0.specialties.dropFirst()))::text[]" },
            Column("practice") { "\($0.practice)::text" },
            Column("languages", erased: "'{}'") { "\($0.languages)::text[]" },
            Column("time_zone") { "\($0.timeZone)::text" },
            .isVerified(),
            Column("search_name") { "\(FoldedNames.name($0.fullName, $0.username))" },
            Column("search_specialty") { "\($0.specialty.map(Specialty.key))::text" },
            Column("search_other_specialties", erased: "'{}'") { "\($0.specialties.dropFirst().map(Specialty.key))::text[]" },
            Column("search_words") { "array_to_tsvector(\(NameWords.of(fullName: $0.fullName, username: $0.username)))" }
        ])
}

/// A provider as other users see them.
struct ProviderCard: Sendable {
    var id: UserID
    var username: String?
    var title: String?
    var fullName: String?
    /// The main one.
    var specialty: String?
    var otherSpecialties: [String]
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
        otherSpecialties = try Specialty.others(row["other_specialties"], beside: specialty)
        practice = try row["practice"]
        languages = try row["languages"]
        avatarUrl = try row["avatar_url"]
        timeZone = try row["time_zone"]
        version = try row["version"]
        nameKey = try row["sort_key"]
    }

    static let columns =
        "user_id, username, title, full_name, specialty, other_specialties, practice, languages, avatar_url, time_zone, version, \(FoldedNames.name) AS sort_key"
}

extension PostgresReader {
    /// Their own they see before anybody has verified them.
    func provider(_ id: UserID, for caller: UserID? = nil) async throws -> ProviderCard? {
        let sql: SQL = """
            SELECT \(unescaped: ProviderCard.columns) FROM people
            WHERE user_id = \(id) AND role = 'provider' AND erased_at IS NULL AND version > 0 AND (is_verified OR user_id = \(caller)::uuid)
            """
        return try await first(sql).map { try ProviderCard($0) }
    }
}

extension PostgresRunner {
    /// Providers by name, then id.
    func providers(specialty: String?, words: [String], after: NameCursor<User>?, limit: Int) async throws -> [ProviderCard] {
        try await query(ProviderCard.selection(specialty: specialty, words: words, after: after, limit: limit)).map { try ProviderCard($0) }
    }

    /// Nobody who was erased is one.
    func isPatient(_ id: UserID) async throws -> Bool {
        try await first("SELECT 1 FROM people WHERE user_id = \(id) AND role = 'patient'") != nil
    }
}

extension ProviderCard {
    static func selection(specialty: String?, words: [String], after: NameCursor<User>?, limit: Int) -> SQL {
        let shown: SQL = "role = 'provider' AND erased_at IS NULL AND version > 0 AND is_verified"
        // PostgreSQL cannot tell how few a word finds, and would rather go through all in order: OFFSET has it look up the words first.
        let people: SQL = words.isEmpty ? "people" : "(SELECT * FROM people WHERE \(shown) AND \(FoldedNames.found(by: words)) OFFSET 0) AS people"
        let found: SQL = specialty == nil ? people : "\(people) JOIN provider_specialties s ON s.provider_id = user_id"
        let place: SQL = specialty == nil ? "\(unescaped: FoldedNames.name), user_id" : ProviderSpecialties.place
        var conditions = [shown]
        if let specialty { conditions.append(ProviderSpecialties.of(specialty)) }
        if let after { conditions.append("(\(place)) > (\(after.name)::text COLLATE \"C\", \(after.id)::uuid)") }
        return """
            SELECT \(unescaped: columns) FROM \(found)
            WHERE \(SQL.join(conditions, separator: " AND ")) ORDER BY \(place) LIMIT \(limit)
            """
    }

    var cursor: NameCursor<User> { NameCursor(nameKey, id) }
}

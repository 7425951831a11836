import CareModels
import Postgres

/// What providers are searched and sorted by: their names as `SearchText` folds them. Columns of `people`, named without its alias.
enum FoldedNames {
    /// As the index has it; the second for who was not folded yet.
    static let name = "coalesce(search_name, name_key)"

    static let mostCharacters = 100

    static func name(_ fullName: String?, _ username: String?) -> String {
        String(SearchText.fold(fullName ?? username ?? "").prefix(mostCharacters))
    }

    /// Whoever has, for each of these words, one that begins so; `words` is not empty. Spelled as PostgreSQL reads a `tsquery`, of which
    /// only what is between quotes is a client's.
    static func found(by words: [String]) -> SQL {
        let quoted = words.map { word in
            let inner = word.replacing("\\", with: "\\\\").replacing("'", with: "''")
            return "'\(inner)':*"
        }
        return "search_words @@ \(quoted.joined(separator: " & "))::text::tsquery"
    }
}

/// A person whose folded names are of another version than they are, or are still there after their erasure.
struct UnfoldedPerson: Sendable {
    var id: UserID
    var version: Int
    var isErased: Bool
    var username: String?
    var fullName: String?
    var specialty: String?
    var otherSpecialties: [String]
}

extension Transaction {
    func lockUnfolded(most: Int) async throws -> [UnfoldedPerson] {
        let rows = try await query(
            """
            SELECT user_id, version, erased_at IS NOT NULL AS is_erased, username, full_name, specialty, other_specialties FROM people
            WHERE search_version <> version LIMIT \(most) FOR NO KEY UPDATE SKIP LOCKED
            """)
        return try rows.map { row in
            UnfoldedPerson(
                id: try row["user_id"], version: try row["version"], isErased: try row["is_erased"], username: try row["username"],
                fullName: try row["full_name"], specialty: try row["specialty"], otherSpecialties: try row["other_specialties"])
        }
    }

    func fold(_ person: UnfoldedPerson) async throws {
        let name = person.isErased ? nil : FoldedNames.name(person.fullName, person.username)
        let words = person.isErased ? nil : NameWords.of(fullName: person.fullName, username: person.username)
        try await executeLater(
            """
            UPDATE people SET search_name = \(name)::text, search_specialty = \(person.specialty.map(Specialty.key))::text,
                search_other_specialties = \(person.otherSpecialties.map(Specialty.key))::text[],
                search_words = array_to_tsvector(\(words)::text[]), search_version = \(person.version)
            WHERE user_id = \(person.id)
            """)
    }
}

import CareModels
import Postgres

/// What providers are searched and sorted by: their names as `SearchText` folds them. Columns of `people`, named without its alias.
enum FoldedNames {
    /// As the index has it; the second for who was not folded yet.
    static let name = "coalesce(search_name, name_key)"
    static let specialty = "coalesce(search_specialty, specialty_key)"

    static let mostCharacters = 100

    static func name(_ fullName: String?, _ username: String?) -> String {
        String(SearchText.fold(fullName ?? username ?? "").prefix(mostCharacters))
    }
}

/// A person whose folded names are missing, or are still there after their erasure.
struct UnfoldedPerson: Sendable {
    var id: UserID
    var isErased: Bool
    var username: String?
    var fullName: String?
    var specialty: String?
}

extension Transaction {
    func lockUnfolded(most: Int) async throws -> [UnfoldedPerson] {
        let rows = try await query(
            """
            SELECT user_id, erased_at IS NOT NULL AS is_erased, username, full_name, specialty FROM people
            WHERE (erased_at IS NULL) = (search_name IS NULL) LIMIT \(most) FOR NO KEY UPDATE SKIP LOCKED
            """)
        return try rows.map { row in
            UnfoldedPerson(
                id: try row["user_id"], isErased: try row["is_erased"], username: try row["username"], fullName: try row["full_name"],
                specialty: try row["specialty"])
        }
    }

    func fold(_ person: UnfoldedPerson) async throws {
        let name = person.isErased ? nil : FoldedNames.name(person.fullName, person.username)
        try await executeLater(
            """
            UPDATE people SET search_name = \(name)::text, search_specialty = \(person.specialty.map(SearchText.fold))::text
            WHERE user_id = \(person.id)
            """)
    }
}

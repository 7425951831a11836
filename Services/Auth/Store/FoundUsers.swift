import CareModels
import Postgres

extension PostgresRunner {
    /// Whose id, e-mail address, beginning of the username or part of the full name this is, by username; without a text everybody. Names are found whatever their
    /// case and accents; of who was not folded yet (`FoldNames`) whatever their case.
    func users(like text: String, after: NameCursor<User>?, limit: Int) async throws -> [UserRecord] {
        let text = text.lowercased()
        let folded = SearchText.fold(text)
        let id = UserID(text)
        let on: SQL = after.map { "AND (username, id) > (\($0.name), \($0.id))" } ?? ""
        let rows = try await query(
            """
            SELECT * FROM users
            WHERE (id = \(id)::uuid OR lower(email) = \(text) OR starts_with(username, \(text)) OR strpos(search_name, nullif(\(folded), '')) > 0
                OR strpos(lower(full_name), \(text)) > 0) \(on)
            ORDER BY username, id LIMIT \(limit)
            """)
        return try rows.map { try UserRecord($0) }
    }
}

extension Transaction {
    /// Whose folded name is of another version than they are; whom somebody else has in hand comes later.
    func lockUnfoldedUsers(limit: Int) async throws -> [UserRecord] {
        try await query("SELECT * FROM users WHERE search_version <> version ORDER BY id LIMIT \(limit) FOR NO KEY UPDATE SKIP LOCKED")
            .map { try UserRecord($0) }
    }

    func fold(_ user: UserRecord) async throws {
        try await executeLater(
            "UPDATE users SET search_name = \(user.searchName)::text, search_version = \(user.version) WHERE id = \(user.id)")
    }
}

extension UserRecord {
    /// What part of their full name is looked for in.
    var searchName: String? { fullName.map(SearchText.fold) }
}

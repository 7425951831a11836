import CareModels
import Postgres

extension PostgresRunner {
    /// Whose id, e-mail address, beginning of the username or part of the full name this is, by username; without a text everybody.
    func users(like text: String, after: NameCursor<User>?, limit: Int) async throws -> [UserRecord] {
        let text = text.lowercased()
        let id = UserID(text)
        let on: SQL = after.map { "AND (username, id) > (\($0.name), \($0.id))" } ?? ""
        let rows = try await query(
            """
            SELECT * FROM users
            WHERE (id = \(id)::uuid OR lower(email) = \(text) OR starts_with(username, \(text)) OR strpos(lower(full_name), \(text)) > 0) \(on)
            ORDER BY username, id LIMIT \(limit)
            """)
        return try rows.map { try UserRecord($0) }
    }
}

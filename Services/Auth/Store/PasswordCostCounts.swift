import Postgres

extension PostgresRunner {
    /// As they were last counted; counted now when they never were.
    func passwordCosts() async throws -> PasswordCosts {
        var rows = try await query("SELECT parameters, hashes FROM password_costs")
        if rows.isEmpty { rows = try await query(Self.counted) }
        return PasswordCosts(
            try rows.compactMap { row in
                let parameters: String = try row["parameters"]
                let hashes: Int = try row["hashes"]
                return PasswordCost(parameters: parameters).map { PasswordCosts.Share(cost: $0, hashes: hashes) }
            })
    }

    fileprivate static var counted: SQL {
        """
        SELECT split_part(password_hash, '$', 4) AS parameters, count(*) AS hashes FROM users
        WHERE password_hash LIKE '$argon2id$v=19$%' GROUP BY 1
        """
    }
}

extension Transaction {
    func forgetPasswordCosts() async throws { try await execute("DELETE FROM password_costs") }

    func countPasswordCosts() async throws {
        try await execute("INSERT INTO password_costs (parameters, hashes) \(Self.counted)")
    }
}

import Postgres

/// Counts what the passwords' hashes cost (`PasswordCosts`).
struct CountPasswordCosts: Sendable {
    func callAsFunction(_ tx: Transaction) async throws {
        try await tx.forgetPasswordCosts()
        try await tx.countPasswordCosts()
    }
}

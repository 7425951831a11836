import CareModels
import Postgres

/// Keeps the time zone of a person who signed up.
struct ProjectPerson: Sendable {
    func callAsFunction(_ event: UserRegistered, _ tx: Transaction) async throws { try await tx.project(event) }
}

import CareModels
import Outbox
import Postgres

/// Keeps the time zone of a person who signed up.
struct ProjectPerson: Sendable {
    func callAsFunction(_ event: UserRegistered, _ tx: Transaction) async throws -> VersionStep {
        VersionStep(after: try await tx.project(event), to: event.version)
    }
}

import CareModels
import Outbox
import Postgres

/// Keeps the time zone of a person's account.
struct ProjectPerson: Sendable {
    func callAsFunction(_ profile: PublicProfile, _ tx: Transaction) async throws -> VersionStep {
        try await tx.project(profile, in: .monitors)
    }
}

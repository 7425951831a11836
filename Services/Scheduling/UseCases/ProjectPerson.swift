import CareModels
import Outbox
import Postgres

/// Keeps what is known of a person: providers get a calendar to publish their hours in, unless they were erased before this came.
struct ProjectPerson: Sendable {
    func callAsFunction(_ profile: PublicProfile, _ tx: Transaction) async throws -> VersionStep {
        let held = try await tx.project(profile)
        if profile.role == .provider, try await !tx.isErased(profile.userId) { try await tx.createCalendar(of: profile.userId) }
        return VersionStep(after: held, to: profile.version)
    }
}

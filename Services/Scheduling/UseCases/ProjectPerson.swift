import CareModels
import Outbox
import Postgres

/// Keeps what is known of a person: providers get a calendar to publish their hours in, unless they were erased before this came.
struct ProjectPerson: Sendable {
    func callAsFunction(_ profile: PublicProfile, _ tx: Transaction) async throws -> VersionStep {
        let step = try await tx.project(profile, in: .people)
        if profile.role == .provider, try await !tx.isErased(profile.userId, in: .people) { try await tx.createCalendar(of: profile.userId) }
        return step
    }
}

import CareModels
import Outbox
import Postgres

/// Keeps what is known of a person: they get a feed, unless they were erased before this came.
struct ProjectPerson: Sendable {
    func callAsFunction(_ profile: PublicProfile, _ tx: Transaction) async throws -> VersionStep {
        let step = try await tx.project(profile, in: .people)
        if try await !tx.isErased(profile.userId, in: .people) { try await tx.ensureFeeds([profile.userId]) }
        return step
    }
}

import CareModels
import Outbox
import Postgres

/// Keeps what is known of a person: they get a feed, unless they were erased before this came.
struct ProjectPerson: Sendable {
    func callAsFunction(_ profile: PublicProfile, _ tx: Transaction) async throws -> VersionStep {
        let held = try await tx.project(profile)
        if try await tx.people([profile.userId])[profile.userId]?.isErased == false { try await tx.ensureFeeds([profile.userId]) }
        return VersionStep(after: held, to: profile.version)
    }
}

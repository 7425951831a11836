import CareModels
import Outbox
import Postgres

/// Keeps of a provider what they are called, and whether somebody vouches for them. Of others nothing is kept, so what was missed of them is nothing.
struct ProjectProvider: Sendable {
    func callAsFunction(_ profile: PublicProfile, _ tx: Transaction) async throws -> VersionStep? {
        guard profile.role == .provider else { return nil }
        return try await tx.project(profile, in: .providers)
    }
}

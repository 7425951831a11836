import CareModels
import Outbox
import Postgres

/// Keeps what is known of a person who signed up: they get a feed, unless they were erased before this came.
struct ProjectPerson: Sendable {
    func callAsFunction(_ event: UserRegistered, _ tx: Transaction) async throws -> VersionStep {
        let held = try await tx.project(event)
        if try await tx.people([event.userId])[event.userId]?.isErased == false { try await tx.ensureFeeds([event.userId]) }
        return VersionStep(after: held, to: event.version)
    }
}

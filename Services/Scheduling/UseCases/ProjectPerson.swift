import CareModels
import Outbox
import Postgres

/// Keeps what is known of a person who signed up: providers get a calendar to publish their hours in, unless they were erased before this came.
struct ProjectPerson: Sendable {
    func callAsFunction(_ event: UserRegistered, _ tx: Transaction) async throws -> VersionStep {
        let held = try await tx.project(event)
        if event.role == .provider, try await !tx.isErased(event.userId) { try await tx.createCalendar(of: event.userId) }
        return VersionStep(after: held, to: event.version)
    }
}

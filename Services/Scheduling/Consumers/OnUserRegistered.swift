import CareModels
import CareService
import Postgres

/// A person signed up: providers get a calendar to publish their hours in.
enum OnUserRegistered {
    static func handle(_ event: UserRegistered, _ tx: Transaction) async throws {
        try await tx.project(event)
        if event.role == .provider { try await tx.createCalendar(of: event.userId) }
    }
}

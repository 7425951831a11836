import CareModels
import Postgres

/// A person signed up: they get a feed.
enum OnUserRegistered {
    static func handle(_ event: UserRegistered, _ tx: Transaction) async throws {
        try await tx.project(event)
        if try await tx.people([event.userId])[event.userId]?.isErased == false { try await tx.ensureFeeds([event.userId]) }
    }
}

import CareModels
import Outbox
import Postgres

struct OnUserRegistered: Sendable {
    func handle(_ event: UserRegistered, _ tx: Transaction) async throws -> VersionStep? { try await ProjectProvider()(PublicProfile(event), tx) }
}

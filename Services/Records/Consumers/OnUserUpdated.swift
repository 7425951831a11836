import CareModels
import Outbox
import Postgres

struct OnUserUpdated: Sendable {
    func handle(_ event: UserUpdated, _ tx: Transaction) async throws -> VersionStep? { try await ProjectProvider()(PublicProfile(event), tx) }
}

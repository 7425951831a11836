import CareModels
import Outbox
import Postgres

struct OnUserSnapshot: Sendable {
    func handle(_ event: UserSnapshot, _ tx: Transaction) async throws -> VersionStep { try await ProjectPerson()(PublicProfile(event), tx) }
}

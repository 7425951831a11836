import CareModels
import Outbox
import Postgres

struct OnUserDeleted: Sendable {
    let dependencies: Dependencies

    func handle(_ event: UserDeleted, _ tx: Transaction) async throws -> VersionStep {
        try await ErasePerson(keys: dependencies.keys, now: dependencies.now)(event.userId, version: event.version, at: event.deletedAt, tx)
    }
}

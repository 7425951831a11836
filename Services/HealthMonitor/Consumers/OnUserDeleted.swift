import CareModels
import Outbox
import Postgres

struct OnUserDeleted: Sendable {
    let dependencies: Dependencies

    func handle(_ event: UserDeleted, _ tx: Transaction) async throws -> VersionStep {
        dependencies.measurements.forget(event.userId)
        return try await ErasePerson(keys: dependencies.keys)(event.userId, version: event.version, at: event.deletedAt, tx)
    }
}

import CareModels
import Postgres

struct OnUserDeleted: Sendable {
    let dependencies: Dependencies

    func handle(_ event: UserDeleted, _ tx: Transaction) async throws {
        try await ErasePerson(keys: dependencies.keys, now: event.deletedAt, indexes: dependencies.indexes)(event.userId, tx)
    }
}

import CareModels
import Postgres

struct OnUserDeleted: Sendable {
    let dependencies: Dependencies

    func handle(_ event: UserDeleted, _ tx: Transaction) async throws {
        let erase = ErasePerson(keys: dependencies.keys, now: dependencies.now)
        dependencies.tell(try await erase(event.userId, version: event.version, at: event.deletedAt, tx), after: tx)
    }
}

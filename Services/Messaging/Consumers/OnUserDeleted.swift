import CareModels
import Outbox
import Postgres

struct OnUserDeleted: Sendable {
    let dependencies: Dependencies

    func handle(_ event: UserDeleted, _ tx: Transaction) async throws -> VersionStep {
        let erase = ErasePerson(keys: dependencies.keys, now: dependencies.moment)
        let (news, step) = try await erase(event.userId, version: event.version, at: event.deletedAt, tx)
        dependencies.tell(news, after: tx)
        return step
    }
}

import CareModels
import Postgres

struct OnUserRegistered: Sendable {
    func handle(_ event: UserRegistered, _ tx: Transaction) async throws { try await ProjectPerson()(event, tx) }
}

import CareModels
import Postgres

struct OnSubscriptionNotified: Sendable {
    let dependencies: Dependencies

    func handle(_ event: SubscriptionNotified, _ tx: Transaction) async throws {
        let tell = TellSubscriber(now: dependencies.moment, newID: dependencies.newID)
        dependencies.tell(try await tell(event, tx), after: tx)
    }
}

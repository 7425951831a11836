import CareModels
import Postgres

struct OnAppWithdrawn: Sendable {
    let dependencies: Dependencies

    func handle(_ event: AppWithdrawn, _ tx: Transaction) async throws {
        try await EndSubscriptionsOfApp(keys: dependencies.keys)(event.clientId, of: event.userId, withdrawnAt: event.withdrawnAt, tx)
    }
}

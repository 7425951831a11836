import CareModels
import Outbox
import Postgres

struct OnSubscriptionHookChanged: Sendable {
    func handle(_ event: SubscriptionHookChanged, _ tx: Transaction) async throws -> VersionStep? { try await JudgeHook()(event, tx) }
}

import CareModels
import Outbox
import Postgres

/// Webhooks says what became of a subscription's notifications at an address: from the first that comes through it is active, and one that is given up ends it.
struct JudgeHook: Sendable {
    func callAsFunction(_ event: SubscriptionHookChanged, _ tx: Transaction) async throws -> VersionStep? {
        let held = try await tx.sawHook(of: event.subscriptionId, version: event.version)
        try await tx.hook(of: event.subscriptionId, is: event.hookState, by: event.notificationVersion)
        return held.map { VersionStep(after: $0, to: event.version) }
    }
}

import CareModels
import Foundation
import Outbox
import Postgres

/// What happened to a notice of a subscription; Records hears of it when that changes how its address stands.
struct NoteHook: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ happening: HookStanding.Happening, _ notice: SubscriptionHookNotified, _ tx: Transaction) async throws {
        guard let before = try await tx.lockHook(of: notice.subscriptionId, patient: notice.patientId) else { return }
        var hook = before
        let told = hook.note(happening, notice.notice, number: notice.version)
        if hook != before { try await tx.update(hook, of: notice.subscriptionId) }
        guard let told else { return }
        try await tx.emit(
            SubscriptionHookChanged(
                subscriptionId: notice.subscriptionId, version: hook.version, notificationVersion: notice.version, hookState: told, changedAt: now().wholeMilliseconds))
    }
}

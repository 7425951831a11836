import CareModels
import Foundation
import Postgres

/// Writes down what came of an attempt, and what is to become of the delivery. Nil when that is no longer this one's to say: the webhook or the event is
/// gone, or another replica has the lease.
struct FinishDelivery: Sendable {
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID
    /// From 0 to 1.
    let jitter: @Sendable () -> Double

    func callAsFunction(_ delivery: LeasedDelivery, _ answered: Answered, took: Duration, _ tx: Transaction) async throws -> Verdict? {
        guard var webhook = try await tx.lockWebhook(delivery.webhookID) else { return nil }
        let now = now()
        guard let state = try await tx.lockedState(of: delivery) else {
            try await tx.release(delivery, now: now)
            return nil
        }
        // What the address before says against it, a 410 above all, is nothing against the one that the client has named since.
        let isSuperseded = delivery.url != webhook.url && !answered.isAccepted
        let verdict: Verdict =
            isSuperseded
            ? .retried(at: now)
            : .judge(answered, failures: state.failures, firstTriedAt: state.firstTriedAt, deliveredAt: webhook.deliveredAt, now: now, jitter: jitter())
        try await tx.insert(
            Attempt(
                id: AttemptID(newID()), eventID: delivery.event.id, type: delivery.event.type, number: state.failures + 1, at: now,
                milliseconds: Int(took / .milliseconds(1)), status: answered.status, error: answered.error, outcome: verdict.outcome, nextAt: verdict.nextAt),
            of: webhook.id)
        switch verdict {
        case .delivered: try await tx.remove(delivery, now: now)
        case .gaveUp:
            try await tx.remove(delivery, now: now)
            try await tx.passOn(state.firstTriedAt ?? now, behind: delivery)
        case .retried(let instant): try await tx.putOff(delivery, until: instant, now: now)
        case .disabled: try await tx.putOff(delivery, until: now, now: now)
        }
        if !isSuperseded, webhook.note(verdict, now: now) { try await tx.update(webhook) }
        if let notice = delivery.event.notice, let happening = HookStanding.Happening(verdict) { try await NoteHook(now: self.now)(happening, notice, tx) }
        return verdict
    }
}

extension Webhook {
    /// Whether there is anything to write down: of deliveries, once a minute.
    fileprivate mutating func note(_ verdict: Verdict, now: Date) -> Bool {
        switch verdict {
        case .delivered:
            guard failingSince != nil || now.timeIntervalSince(deliveredAt ?? .distantPast) >= 60 else { return false }
            deliveredAt = now
            failingSince = nil
        case .retried, .gaveUp:
            guard failingSince == nil else { return false }
            failingSince = now
        case .disabled(let reason):
            disable(for: reason, now: now)
        }
        return true
    }

    mutating func disable(for reason: Reason, now: Date) {
        state = .disabled
        self.reason = reason
        version += 1
        updatedAt = now
    }
}

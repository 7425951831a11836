import CareModels
import Foundation
import Outbox
import Postgres

/// Subscriptions whose time it is, without anything having changed: those at their end are over, and the others say that they are still there.
struct AdvanceSubscriptions: Sendable {
    static let most = 200

    let now: Date
    let seal: EventSeal
    /// The platform's public address.
    let base: String

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let due = try await tx.dueSubscriptions(at: now, limit: Self.most)
        let events = due.silent.map { silent in
            SubscriptionNews(
                id: silent.id, owner: silent.owner, subscriber: silent.actor, role: silent.role, hook: silent.hook, notice: .heartbeat, number: silent.notices,
                eventNumber: silent.events, at: now
            ).event(base)
        }
        try await tx.emit(events, sealedBy: seal)
        return due.count == Self.most
    }
}

/// What was told long ago is told no more.
struct ForgetSubscriptionEvents: Sendable {
    static let retention: TimeInterval = 7 * 86_400

    let now: Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool { try await tx.forgetChanges(before: now.addingTimeInterval(-Self.retention)) }
}

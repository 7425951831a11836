import CareModels
import Foundation
import Outbox
import Postgres

/// Subscriptions whose time it is, without anything having changed: those at their end are over, and the others say that they are still there.
struct AdvanceSubscriptions: Sendable {
    static let most = 200

    let now: Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let due = try await tx.dueSubscriptions(at: now, limit: Self.most)
        for silent in due.silent {
            try await tx.emit(
                SubscriptionNotified(
                    subscriptionId: silent.id, version: silent.notices, patientId: silent.owner, subscriberId: silent.actor,
                    role: silent.role, notice: .heartbeat, eventNumber: silent.events, notifiedAt: now))
        }
        return due.ended + due.silent.count == Self.most
    }
}

/// What was told long ago is told no more.
struct ForgetSubscriptionEvents: Sendable {
    static let retention: TimeInterval = 7 * 86_400

    let now: Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool { try await tx.forgetChanges(before: now.addingTimeInterval(-Self.retention)) }
}

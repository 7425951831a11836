import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// Subscriptions whose time it is, without anything having changed: those at their end are over, and so are those whose subscriber nothing lets in any more; the others
/// say that they are still there. To whom it went on being said, the silence from the next change on would tell that there was one.
struct AdvanceSubscriptions: Sendable {
    /// At once: of each that is not its person's own some questions are asked while all of them are locked, and whoever writes in one of these records waits as long.
    static let most = 50

    let now: Date
    let keys: PersonKeys
    let seal: EventSeal
    /// The platform's public address.
    let base: String

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let due = try await tx.dueSubscriptions(at: now, limit: Self.most)
        var listening: [SilentSubscription] = []
        for silent in due.silent {
            try Task.checkCancellation()
            // One that cannot be read is passed over: all the others, of whomever, are told of.
            guard let isLetIn = try? await isLetIn(silent, tx) else {
                try await tx.takeBackNotice(of: silent.id)
                continue
            }
            if isLetIn { listening.append(silent) } else { try await tx.endUnheard(silent.id) }
        }
        let events = listening.map { silent in
            SubscriptionNews(
                id: silent.id, owner: silent.owner, subscriber: silent.actor, role: silent.role, hook: silent.hook, notice: .heartbeat, number: silent.notices,
                eventNumber: silent.events, at: now
            ).event(base)
        }
        try await tx.emit(events, sealedBy: seal)
        return due.count == Self.most
    }

    /// Whether anything lets the subscriber in, as if they asked now.
    private func isLetIn(_ silent: SilentSubscription, _ tx: Transaction) async throws -> Bool {
        if silent.actor == silent.owner { return true }
        guard let key = try await keys.forReading(silent.owner, tx), let subscriber = try await tx.lockSubscription(silent.id, key)?.terms?.subscriber else {
            return false
        }
        return try await tx.standing(AccessRule.Claim(subscriber, of: silent.owner, at: now), key) != nil
    }
}

/// What was told long ago is told no more.
struct ForgetSubscriptionEvents: Sendable {
    static let retention: TimeInterval = 7 * 86_400

    let now: Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool { try await tx.forgetChanges(before: now.addingTimeInterval(-Self.retention)) }
}

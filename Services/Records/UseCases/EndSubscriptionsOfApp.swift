import CareModels
import Foundation
import Postgres
import Sealing

/// Somebody lets an app do nothing more for them: what it subscribed to in their name is over, in whosever records. Not what it subscribed to since, when they had
/// let it in again.
///
/// Locks in every transaction's order, record by record: the key of its person, then the subscriptions by id.
struct EndSubscriptionsOfApp: Sendable {
    /// So long after the withdrawal a replica that has not heard of the session's end may have taken its token, and so much clocks differ.
    static let patience: TimeInterval = 10

    let keys: PersonKeys

    func callAsFunction(_ client: String, of user: UserID, withdrawnAt: Date, _ tx: Transaction) async throws {
        let last = withdrawnAt.addingTimeInterval(Self.patience)
        for owner in try await tx.owners(heardBy: user) {
            try Task.checkCancellation()
            // Who is erased meanwhile takes the subscriptions to their record along.
            guard try await tx.first(PersonKeys.liveness(owner, alone: true)) != nil, let key = try await keys.forReading(owner, tx) else { continue }
            for subscription in try await tx.subscriptions(of: owner, heardBy: user, writtenUntil: last, key)
            where subscription.terms?.subscriber?.client == client {
                try await tx.endSubscription(subscription.id)
            }
        }
    }
}

import CareModels
import Postgres
import Sealing
import Synchronization

extension Job {
    /// After a master key was replaced: wraps the data keys anew, a few hundred at a time, until none is left under an earlier one.
    package static func rewrapPersonKeys(_ keys: PersonKeys, every interval: Duration = .seconds(30)) -> Job {
        let round = Round<UserID>()
        return .sweepInBatches("care-rewrap-person-keys", every: interval) { tx in
            try await round.go(tx) { try await keys.rewrap(after: $0, limit: 200, tx) }
        }
    }

    /// The same for the events that lie sealed in the outbox.
    package static func resealEvents(_ seal: EventSeal, every interval: Duration = .seconds(30)) -> Job {
        let round = Round<Int>()
        return .sweepInBatches("care-reseal-events", every: interval) { tx in
            try await round.go(tx) { try await seal.reseal(after: $0, limit: 200, tx) }
        }
    }
}

/// How far a sweep has come on its way through a table, between its transactions, so that it never looks twice at a row that it has
/// to leave as it is. In this replica: where another one goes on, it begins anew.
package final class Round<Place: Sendable>: Sendable {
    private let place = Mutex<Place?>(nil)

    package init() {}

    /// True when there is more to do at once.
    package func go(_ tx: Transaction, _ step: (Place?) async throws -> Place?) async throws -> Bool {
        let next = try await step(place.withLock { $0 })
        tx.afterCommit { self.place.withLock { $0 = next } }
        return next != nil
    }
}

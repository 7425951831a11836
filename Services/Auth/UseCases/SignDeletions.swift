import Foundation
import Outbox
import Postgres
import Sealing

/// Signs deletions that a release before emitted, or whose key was withdrawn, and sends them again, so many in a transaction.
struct SignDeletions: Sendable {
    static let most = 200

    let masters: MasterKeys
    /// So old: no replica is left then of a release whose relay would send them without their signature.
    var delay: TimeInterval = 3600
    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let now = now()
        let signer = try await FindEventSigner(masters: masters)(now: now, tx)
        return try await tx.signUnsignedEvents(before: now.addingTimeInterval(-delay), by: signer, limit: Self.most)
    }
}

import Foundation
import Postgres

/// Of an observation that counts no more its last version is kept, so that nothing older that comes late brings it back. When nothing older can come any more, it
/// goes, so many in a transaction.
struct ForgetWithdrawnObservations: Sendable {
    static let most = 500
    /// An event is in its outbox for a week, in its topic for 30 days, and among the dead letters for 90. Sent again from there, it may be parked once more.
    static let remembered: Duration = .seconds(250 * 86_400)

    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        try await tx.forgetWithdrawnObservations(before: now().addingTimeInterval(-Self.remembered.seconds), limit: Self.most)
    }
}

import Foundation
import Postgres

/// What is due and may be sent now, each leased to whoever asks: in each key's order, one at a time.
struct LeaseDeliveries: Sendable {
    let seals: Seals
    /// Longer than a request may take: after that another replica tries.
    let leaseTime: TimeInterval
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ room: LaneRoom, _ tx: Transaction) async throws -> Leased {
        let now = now()
        return try await tx.leaseDue(room, lease: newID(), until: now.addingTimeInterval(leaseTime), now: now, seals)
    }
}

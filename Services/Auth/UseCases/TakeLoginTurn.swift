import Foundation
import Postgres

/// A name that has hardly failed takes the turn of an address at which too many others have: one every so many seconds, whoever comes first.
struct TakeLoginTurn: Sendable {
    /// Seconds from one turn to the next.
    let every: TimeInterval
    let now: @Sendable () -> Date

    /// False: somebody has just had it.
    func callAsFunction(at address: [UInt8], _ tx: Transaction) async throws -> Bool {
        let now = now()
        return try await tx.takeTurn(at: address, unlessTakenAfter: now.addingTimeInterval(-every), now: now)
    }
}

import Foundation
import Postgres

/// Somebody opens a stream with a ticket, which is good for one.
struct UseStreamTicket: Sendable {
    let now: @Sendable () -> Date

    /// Nil when it is unknown, was used, or has expired, or its token has.
    func callAsFunction(hash: [UInt8], _ tx: Transaction) async throws -> StreamTicket? { try await tx.takeTicket(hash: hash, now: now()) }
}

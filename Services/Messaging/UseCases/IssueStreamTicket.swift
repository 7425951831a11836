import CareModels
import Foundation
import Postgres

/// A ticket is kept for a stream: by the hash of its secret, and for a short while.
struct IssueStreamTicket: Sendable {
    let lifetime: Duration
    let now: @Sendable () -> Date

    /// Until when it may be used.
    func callAsFunction(_ ticket: StreamTicket, hash: [UInt8], _ tx: Transaction) async throws -> Date {
        let expiresAt = now().addingTimeInterval(lifetime.seconds)
        try await tx.insert(ticket, hash: hash, expiresAt: expiresAt)
        return expiresAt
    }
}

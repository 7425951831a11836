import Foundation
import Postgres

/// Tickets that nobody used go, so many in a transaction.
struct ForgetTickets: Sendable {
    static let most = 1000

    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool { try await tx.forgetTickets(before: now(), limit: Self.most) }
}

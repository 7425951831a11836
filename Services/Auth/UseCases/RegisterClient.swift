import Foundation
import Postgres

/// Writes an OAuth client, over one of the same id.
struct RegisterClient: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ client: Client, _ tx: Transaction) async throws { try await tx.save(client, now: now()) }
}

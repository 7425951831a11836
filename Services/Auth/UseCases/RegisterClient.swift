import Foundation
import Postgres

/// Writes an OAuth client, over one of the same id.
struct RegisterClient: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ client: Client, _ tx: Transaction) async throws {
        let now = now()
        try await tx.save(client, now: now)
        try await tx.audit(AuditEntry(.clientWritten, at: now, from: Origin(clientID: client.id)))
    }
}

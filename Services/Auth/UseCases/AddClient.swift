import Foundation
import Postgres

/// An admin adds a client.
struct AddClient: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ client: Client, from origin: Origin, _ tx: Transaction) async throws -> ClientRecord {
        let record = ClientRecord(client: client, revision: 1, createdAt: now(), updatedAt: now())
        guard try await tx.insert(record) else { throw Refusal.clientExists }
        try await tx.audit(AuditEntry(.clientWritten, at: record.createdAt, of: client.id, from: origin))
        return record
    }
}

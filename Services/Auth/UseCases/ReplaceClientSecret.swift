import Foundation
import Postgres

/// A client gets another secret; the one before is taken for a while yet.
struct ReplaceClientSecret: Sendable {
    let now: @Sendable () -> Date

    /// `hash`: of the new secret. `formerUntil`: nil for the usual time.
    func callAsFunction(
        _ id: String, to hash: [UInt8], formerUntil: Date?, expectedRevision: Int?, from origin: Origin, _ tx: Transaction
    ) async throws -> ClientRecord {
        var record = try await tx.changeableClient(id, expectedRevision: expectedRevision)
        let now = now()
        let end = try SecretRotation.end(formerUntil, now: now)
        guard let client = try SecretRotation.rotated(record.client, to: hash, formerUntil: end) else { throw Refusal.publicClient }
        (record.client, record.updatedAt, record.revision) = (client, now, record.revision + 1)
        try await tx.save(record)
        try await tx.audit(AuditEntry(.clientSecretRotated, at: now, of: id, from: origin))
        return record
    }
}

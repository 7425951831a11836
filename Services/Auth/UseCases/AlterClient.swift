import CareModels
import Foundation
import Postgres

/// An admin changes a client, or lets one be used again that was disabled.
struct AlterClient: Sendable {
    let now: @Sendable () -> Date

    /// `expectedRevision`: the one that was read; nil for whatever is there. A patch that changes nothing is no change.
    func callAsFunction(_ id: String, _ change: ClientChange, expectedRevision: Int?, from origin: Origin, _ tx: Transaction) async throws -> ClientRecord {
        let record = try await tx.changeableClient(id, expectedRevision: expectedRevision)
        var changed = try change.changed(record)
        guard changed != record else { return record }
        (changed.revision, changed.updatedAt) = (record.revision + 1, now())
        try await tx.save(changed)
        if changed.client != record.client { try await tx.audit(AuditEntry(.clientWritten, at: changed.updatedAt, of: id, from: origin)) }
        if changed.disabledAt != record.disabledAt { try await tx.audit(AuditEntry(.clientEnabled, at: changed.updatedAt, of: id, from: origin)) }
        return changed
    }
}

extension Transaction {
    /// Locked, for who may change it; throws why not.
    func changeableClient(_ id: String, expectedRevision: Int?) async throws -> ClientRecord {
        guard let record = try await lockedClient(id) else { throw Refusal.noSuchClient }
        guard !Client.isReserved(id) else { throw Refusal.ownClient }
        try ReadVersion.check(expectedRevision, against: record.revision, Refusal.clientChanged)
        return record
    }
}

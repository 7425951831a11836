import CareModels
import Outbox
import Postgres

/// A scheduler takes an emergency room out of the directory, its hours with it.
struct TakeOutER: Sendable {
    let change: Change

    /// `expectedVersion`: the one that the caller has read; nil for whatever is there.
    func callAsFunction(_ id: ERID, expectedVersion: Int?, _ tx: Transaction) async throws {
        var record = try await tx.lock(id, expectedVersion: expectedVersion)
        record.version += 1
        record.position = try await tx.drawPositions(1)
        try await tx.remove(record, at: change.now)
        try await tx.log(change.audit(.removed, record, from: record.details, to: nil))
        try await tx.emit(ERRemoved(erId: id, version: record.version, removedAt: change.now))
    }
}

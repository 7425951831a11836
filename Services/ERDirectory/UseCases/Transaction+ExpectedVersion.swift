import CareModels
import Postgres

extension Transaction {
    /// The emergency room, locked, at the version that the caller has read.
    func lock(_ id: ERID, expectedVersion: Int?) async throws -> ERRecord {
        guard let record = try await lockER(id) else { throw Refusal.noSuchER }
        if let expectedVersion, expectedVersion != record.version { throw Refusal.changed(version: record.version) }
        return record
    }
}

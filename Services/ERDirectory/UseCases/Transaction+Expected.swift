import CareModels
import Postgres

extension Transaction {
    /// The emergency room, locked, at the version that the caller has read.
    func lock(_ id: ERID, expectedVersion: Int?) async throws -> ERRecord {
        guard let record = try await lockER(id) else { throw Refusal.noSuchER }
        try ReadVersion.check(expectedVersion, against: record.version, Refusal.changed)
        return record
    }
}

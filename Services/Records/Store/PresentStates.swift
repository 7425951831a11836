import CareModels
import Foundation
import Postgres

extension Transaction {
    /// The next records by id, locked, without deleted ones. Erasure leaves none of a person's.
    func recordSnapshots(after id: UUID, _ most: Int) async throws -> [RecordSnapshot] {
        let rows = try await query(
            """
            SELECT record_id, version, owner_id, format, type, created_at, updated_at FROM records
            WHERE record_id > \(id) AND status <> 'deleted' ORDER BY record_id LIMIT \(most) FOR NO KEY UPDATE
            """)
        return try rows.map { row in
            RecordSnapshot(
                recordId: try row["record_id"], version: try row["version"], userId: try row["owner_id"], format: try row["format"],
                recordType: try row["type"], createdAt: try row["created_at"], updatedAt: try row["updated_at"])
        }
    }
}

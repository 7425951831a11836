import CareModels
import Foundation
import Postgres

extension Transaction {
    /// One import at a time, so that two of the same file do not both enter a row.
    func lockImports() async throws { try await execute("SELECT pg_advisory_xact_lock(\(Self.importLock))") }

    /// Any number that nothing else of this service's database locks.
    private static let importLock = 8_105_001

    /// Those of a source, locked until the end, in the order of their ids as every transaction locks them; removed ones too.
    func lockImported(_ source: String, _ ids: [String]) async throws -> [String: ImportedER] {
        let rows = try await query(
            """
            SELECT \(unescaped: ERRecord.columns), imported FROM ers WHERE source = \(source) AND source_id = ANY(\(ids)::text[])
            ORDER BY id FOR NO KEY UPDATE
            """)
        var found: [String: ImportedER] = [:]
        for row in rows {
            let record = try ERRecord(row)
            let imported: JSONB<ERDetails> = try row["imported"]
            if let id = record.source?.id { found[id] = ImportedER(record: record, imported: imported.value) }
        }
        return found
    }

    /// One round trip for all of them, and for what the log says of them.
    func write(_ writes: [ImportPlan.Write], _ log: [AuditEntry]) async throws {
        let rows = writes.map { write in
            write.before == nil ? Self.insertion(of: write.record, imported: write.incoming) : Self.change(to: write.record, imported: write.incoming)
        }
        try await batch(rows + log.map(\.insertion))
    }
}

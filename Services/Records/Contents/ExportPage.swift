import CareModels
import FHIR
import Postgres
import Sealing

/// Some of an export's resources as lines.
enum ExportPage {
    /// No connection waits for the client: each page is read whole, then sent.
    static func read(
        _ file: ExportFile, of export: RecordExport, behind: RecordID?, within reach: RecordReach, _ dependencies: Dependencies
    ) async throws -> (lines: [UInt8], owners: Set<UserID>, last: RecordID?) {
        let (lines, owners, count, last) = try await dependencies.pool.withConnection { connection in
            let rows = try await connection.exported(file, of: export, behind: behind)
            let keys = try await dependencies.keys.forReading(Set(rows.map(\.owner)), connection)
            let hidden = reach == .everything ? [] : try await Self.hidden(rows, keys, [file.type: reach], connection)
            var (lines, owners, count) = ([UInt8](), Set<UserID>(), 0)
            for row in rows where !hidden.contains(row.id) {
                // Of who was erased meanwhile there is nothing to open.
                guard let key = keys[row.owner], let stored = try row.opened(key), reach.holds(stored) else { continue }
                guard let body = try await connection.whole(stored, key).body else { continue }
                NDJSON.append(body, to: &lines)
                owners.insert(row.owner)
                count += 1
            }
            return (lines, owners, count, rows.last?.id)
        }
        RecordsMetrics.exported.add(Double(count))
        return (lines, owners, last)
    }

    /// What is out of reach as it is now, whatever it was.
    private static func hidden(
        _ rows: [ExportedRecord], _ keys: [UserID: PersonKey], _ reaches: [String: RecordReach], _ connection: PostgresConnection
    ) async throws -> Set<RecordID> {
        let changed = rows.filter { $0.version != $0.current }
        var hidden = Set(changed.map(\.id))
        for (owner, rows) in Dictionary(grouping: changed, by: \.owner) {
            guard let key = keys[owner] else { continue }
            hidden.subtract(try await connection.held(rows.map { (id: $0.id, version: $0.current) }, within: reaches, key))
        }
        return hidden
    }
}

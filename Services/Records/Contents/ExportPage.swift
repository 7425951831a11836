import CareModels
import FHIR
import Postgres
import Sealing

/// Some of an export's resources, or deletions, as lines.
enum ExportPage {
    typealias Page = (lines: [UInt8], owners: Set<UserID>, last: RecordID?)

    /// No connection waits for the client: each page is read whole, then sent.
    static func read(
        _ file: ExportFile, of export: RecordExport, behind: RecordID?, within reach: RecordReach, _ dependencies: Dependencies
    ) async throws -> Page {
        try await dependencies.pool.withConnection { connection in
            let rows = try await connection.exported(file, of: export, behind: behind, within: reach)
            let keys = try await dependencies.keys.forReading(Set(rows.map(\.owner)), connection)
            let hidden = reach == .everything ? [] : try await Self.hidden(rows, keys, [file.type: reach], connection)
            let shown = rows.filter { !hidden.contains($0.id) }
            var page = try await file.isOfDeletions ? deletions(shown, file, export, keys, reach) : resources(shown, keys, reach, connection)
            page.last = rows.last?.id
            return page
        }
    }

    private static func resources(
        _ rows: [ExportedRecord], _ keys: [UserID: PersonKey], _ reach: RecordReach, _ connection: PostgresConnection
    ) async throws -> Page {
        var (lines, owners, count) = ([UInt8](), Set<UserID>(), 0)
        for row in rows {
            // Of who was erased meanwhile there is nothing to open.
            guard let key = keys[row.owner], let stored = try row.opened(key), reach.holds(stored) else { continue }
            guard let body = try await connection.whole(stored, key).body else { continue }
            NDJSON.append(body, to: &lines)
            owners.insert(row.owner)
            count += 1
        }
        RecordsMetrics.exported.add(Double(count))
        return (lines, owners, nil)
    }

    /// A person's are in one transaction, or in some: who has everybody's resources does not take one person's away with another's.
    private static func deletions(
        _ rows: [ExportedRecord], _ file: ExportFile, _ export: RecordExport, _ keys: [UserID: PersonKey], _ reach: RecordReach
    ) throws -> Page {
        var deleted: [UserID: [String]] = [:]
        for row in rows {
            try Task.checkCancellation()
            guard let key = keys[row.owner], let id = try row.deleted(within: reach, key) else { continue }
            deleted[row.owner, default: []].append(id)
        }
        var lines: [UInt8] = []
        for (owner, ids) in deleted.sorted(by: { $0.key < $1.key }) {
            NDJSON.append(DeletionsView(type: file.type, ids: ids, owner: export.owner == nil ? owner : nil).bytes, to: &lines)
        }
        return (lines, Set(deleted.keys), nil)
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

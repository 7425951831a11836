import CareModels
import FHIR
import HTTP
import Postgres
import Sealing

/// `GET /fhir/…/$export-file/:export/:file`: a file of an export, read and opened while it is sent. What the token may not see is left out. Of a file with
/// everybody's, each person's log says so before the first of their resources is sent.
struct DownloadExport: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    func handle(_ request: Request) async throws -> Response {
        let (owner, permissions) = try await request.exportAccess(dependencies)
        let stored = try await request.storedExport(of: owner, dependencies, release)
        guard stored.doneAt != nil, let number = Int(try request.parameter("file")) else { throw Refusal.noSuch(.export) }
        let file = try await dependencies.pool.withConnection { try await $0.exportFile(number, of: stored.export.id) }
        guard let file else { throw Refusal.noSuch(.export) }
        let reach = try permissions.reach(.read, file.type)
        let export = stored.export
        let notes = try owner == nil ? ExportNotes(request, of: file.type, dependencies) : nil
        let changes = AccessTrail.current?.changes
        return Response(
            .ok, headers: ["Content-Type": "application/fhir+ndjson", "Cache-Control": "no-store"],
            stream: ResponseStream { [dependencies] write in
                var behind = file.behind
                var noted: Set<UserID> = []
                while true {
                    try Task.checkCancellation()
                    // What the person takes back meanwhile goes out no more: it breaks off, so that nobody takes it for the whole.
                    if let changes, let owner, try await dependencies.pool.withConnection({ try await $0.consentChanges(of: owner) }) != changes {
                        throw ConsentsChanged()
                    }
                    let page = try await Self.page(file, of: export, behind: behind, within: reach, dependencies)
                    guard let last = page.last else { return }
                    behind = last
                    if let notes {
                        try await notes.note(page.owners.subtracting(noted))
                        noted.formUnion(page.owners)
                    }
                    if !page.lines.isEmpty { try await write(page.lines) }
                }
            })
    }

    /// No connection waits for the client: each page is read whole, then sent.
    private static func page(
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

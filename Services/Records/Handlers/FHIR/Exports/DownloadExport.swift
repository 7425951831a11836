import CareModels
import FHIR
import HTTP

/// `GET /fhir/…/$export-file/:export/:file`: a file of an export, read and opened while it is sent. What the token may not see is left out.
struct DownloadExport: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    func handle(_ request: Request) async throws -> Response {
        let (owner, permissions) = try await request.exportAccess(dependencies)
        let stored = try await request.storedExport(dependencies, release)
        guard stored.doneAt != nil, stored.export.owner == owner, let number = Int(try request.parameter("file")) else { throw Refusal.noSuch(.export) }
        let file = try await dependencies.pool.withConnection { try await $0.exportFile(number, of: stored.export.id) }
        guard let file else { throw Refusal.noSuch(.export) }
        let reach = try permissions.reach(.read, file.type)
        let export = stored.export
        return Response(
            .ok, headers: ["Content-Type": "application/fhir+ndjson", "Cache-Control": "no-store"],
            stream: ResponseStream { [dependencies] write in
                var behind = file.behind
                while true {
                    try Task.checkCancellation()
                    let page = try await Self.page(file, of: export, behind: behind, within: reach, dependencies)
                    guard let last = page.last else { return }
                    behind = last
                    if !page.lines.isEmpty { try await write(page.lines) }
                }
            })
    }

    /// No connection waits for the client: each page is read whole, then sent.
    private static func page(
        _ file: ExportFile, of export: RecordExport, behind: RecordID?, within reach: RecordReach, _ dependencies: Dependencies
    ) async throws -> (lines: [UInt8], last: RecordID?) {
        let (lines, count, last) = try await dependencies.pool.withConnection { connection in
            let rows = try await connection.exported(file, of: export, behind: behind)
            let keys = try await dependencies.keys.forReading(Set(rows.map(\.owner)), connection)
            var (lines, count) = ([UInt8](), 0)
            for row in rows {
                // Of who was erased meanwhile there is nothing to open.
                guard let key = keys[row.owner], let stored = try row.opened(key), reach.holds(stored.body) else { continue }
                guard let body = try await connection.whole(stored, key).body else { continue }
                NDJSON.append(body, to: &lines)
                count += 1
            }
            return (lines, count, rows.last?.id)
        }
        RecordsMetrics.exported.add(Double(count))
        return (lines, last)
    }
}

import CareModels
import FHIR
import HTTP

/// `GET /fhir/…/$export/:export/files/:file`: a file of an export, read and opened while it is sent. What the token may not see is left out. Of a file with
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
        let name = "$export/\(export.id)/files/\(file.number)"
        let notes = try owner == nil ? ExportNotes(request, of: file.type, in: name, dependencies) : nil
        AccessTrail.current?.reads(name, of: file.type)
        let changes = AccessTrail.current?.changes
        return Response(
            .ok, headers: ["Content-Type": "application/fhir+ndjson", "Cache-Control": "no-store"],
            stream: ResponseStream { [dependencies] write in
                var behind = file.behind
                var noted: Set<UserID> = []
                while true {
                    try Task.checkCancellation()
                    let page = try await ExportPage.read(file, of: export, behind: behind, within: reach, dependencies)
                    // What the person takes back meanwhile goes out no more: it breaks off, so that nobody takes it for the whole. Asked once the page is read: what
                    // was taken back while it was is in it.
                    if let changes, let owner, try await dependencies.pool.withConnection({ try await $0.consentChanges(of: owner) }) != changes {
                        throw ConsentsChanged()
                    }
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
}

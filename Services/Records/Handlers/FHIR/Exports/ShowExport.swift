import CareModels
import FHIR
import HTTP

/// `GET /fhir/…/$export/:export/status`: 202 while it is made, then the list of its files.
struct ShowExport: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let (owner, permissions) = try await request.exportAccess(dependencies)
        let stored = try await request.storedExport(of: owner, dependencies, release)
        let reaches = try permissions.reaches(.read, release)
        // How many there are is told of what may be seen whole.
        let counted = Set(stored.export.types.filter { reaches[$0] == .everything })
        guard stored.doneAt != nil else {
            let progress = counted.count == stored.export.types.count ? "\(stored.found) resources found" : "looking through the record"
            return Response(.accepted, headers: ["X-Progress": progress, "Retry-After": "1", "Cache-Control": "no-store"])
        }
        let files = try await dependencies.pool.withConnection { try await $0.exportFiles(stored.export.id) }.filter { reaches[$0.type] != nil }
        let view = ExportManifestView(export: stored.export, files: files, counted: counted, base: dependencies.urls(release).base)
        return Response(
            .ok,
            headers: ["Content-Type": "application/json", "Expires": HTTPDate.format(stored.export.expiresAt), "Cache-Control": "no-store"], body: view.bytes)
    }
}

import CareModels
import FHIR
import HTTP

/// `GET /fhir/…/$export-status/:export`: 202 while it is made, then the list of its files.
struct ShowExport: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        _ = try await request.exportAccess(dependencies)
        let stored = try await request.storedExport(dependencies, release)
        guard stored.doneAt != nil else {
            return Response(.accepted, headers: ["X-Progress": "\(stored.found) resources found", "Retry-After": "1", "Cache-Control": "no-store"])
        }
        let files = try await dependencies.pool.withConnection { try await $0.exportFiles(stored.export.id) }
        let view = ExportManifestView(export: stored.export, files: files, base: dependencies.urls(release).base)
        return Response(
            .ok,
            headers: ["Content-Type": "application/json", "Expires": HTTPDate.format(stored.export.expiresAt), "Cache-Control": "no-store"], body: view.bytes)
    }
}

import FHIR
import HTTP

/// `DELETE /fhir/…/$export-status/:export`: it is made no further, and its files are no more.
struct CancelExport: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        _ = try await request.exportAccess(dependencies)
        let export = try await request.storedExport(dependencies, release).export
        let caller = request.exportCaller
        try await dependencies.pool.transaction { tx in try await EndExport()(export.id, of: caller, tx) }
        return Response(.accepted)
    }
}

import FHIR
import HTTP

/// `DELETE /fhir/…/$export/:export/status`: it is made no further, and its files are no more.
struct CancelExport: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let owner = try await request.exportAccess(dependencies).owner
        let export = try await request.storedExport(of: owner, dependencies, release).export
        let caller = request.exportCaller
        try await dependencies.pool.transaction { tx in try await EndExport()(export.id, of: caller, tx) }
        return Response(.accepted)
    }
}

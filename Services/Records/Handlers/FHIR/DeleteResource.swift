import CareModels
import HTTP

/// `DELETE /fhir/…/:type/:id`. Its history stays.
struct DeleteResource: Sendable {
    let fhir: FHIRService

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let place = fhir.place(try request.owner(), try fhir.type(request))
        let id = try fhir.id(request)
        let precondition = try request.precondition()
        let written = try await fhir.dependencies.write(for: place.owner) { writer, tx in
            try await writer.delete(id, in: place, if: precondition, tx)
        }
        guard let written else { throw Problem.notFound("resource") }
        return Response(.noContent, headers: ["ETag": VersionTags.tag(written.version)])
    }
}

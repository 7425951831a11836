import CareModels
import HTTP

/// `PUT /fhir/…/:type/:id`: the next version, or the first under an id that the client chose.
struct UpdateResource: Sendable {
    let fhir: FHIRService

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let owner = try request.owner()
        let type = try fhir.type(request)
        let id = try request.parameter("id")
        guard ResourceID.isValid(id) else {
            throw ResourceFault(.value, "An id has 1 to 64 letters, digits, - and . (\(ResourceID.pattern)).", at: "id")
        }
        let precondition = try request.precondition()
        let draft = try fhir.draft(request, type: type)
        try fhir.check(draft, id: id)
        let content = RecordContent(
            body: .resource(draft, references: [:]), annotations: try request.annotations(), status: try request.status())
        let written = try await fhir.dependencies.write(for: owner) { writer, tx in
            try await writer.update(id, content, in: fhir.place(owner, type), if: precondition, mayCreate: true, tx)
        }
        guard let written else { throw Problem.notFound("resource") }
        return fhir.response(written, type: type, Preference(request))
    }
}

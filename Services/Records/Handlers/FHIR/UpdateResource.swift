import CareModels
import FHIR
import HTTP

/// `PUT /fhir/…/:type/:id`: the next version, or the first under an id that the client chose.
struct UpdateResource: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    func handle(_ request: Request) async throws -> Response { try await handle(request, type: try request.resourceType(release), body: request.body) }

    /// - Parameter body: the request's, which may have been streamed.
    func handle(_ request: Request, type: String, body: [UInt8]) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let owner = access.owner
        let id = try request.parameter("id")
        guard ResourceID.isValid(id) else {
            throw ResourceFault(.value, "An id has 1 to 64 letters, digits, - and . (\(ResourceID.pattern)).", at: "id")
        }
        let reach = try access.permissions.reach(.update, type)
        let precondition = try request.precondition(.weak)
        let draft = try dependencies.validation.checked(try request.resource(type, in: body), release)
        let annotations = try request.annotations()
        try reach.check(draft, annotations)
        try draft.check(id: id)
        let content = RecordContent(body: .resource(draft, references: [:]), annotations: annotations, status: try request.status())
        let update = UpdateRecord(writing: dependencies.writing, mayCreate: true, reach: reach)
        let written = try await dependencies.inTurn(of: owner) {
            try await dependencies.pool.transaction { tx in
                try await update(id, content, in: .resources(type, release, owner), if: precondition, tx)
            }
        }
        let url = dependencies.urls(release).url(type, id, version: written.version)
        return .resource(written, at: url, Preference(request), in: request.language)
    }
}

import CareModels
import FHIR
import HTTP

/// `PUT /fhir/…/:type/:id`: the next version, or the first under an id that the client chose. `PUT /fhir/…/:type?…`: of the one that a search finds, or a new one.
struct UpdateResource: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease
    var isByCondition = false

    func handle(_ request: Request) async throws -> Response { try await handle(request, type: try request.resourceType(release), body: request.body) }

    /// - Parameter body: the request's, which may have been streamed.
    func handle(_ request: Request, type: String, body: [UInt8]) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let owner = access.owner
        let target = isByCondition ? try request.target(type, access, dependencies, release) : .id(try id(request))
        let reach = try access.permissions.reach(.update, type)
        let precondition = try request.precondition(.weak)
        let draft = try request.resource(type, in: body, dependencies.validation, release)
        let annotations = try request.annotations()
        try reach.check(draft, annotations)
        if case .id(let id) = target { try draft.check(id: id) }
        let content = RecordContent(
            body: .resource(draft, references: [:]), annotations: annotations, status: try request.status(), keepsMetadata: try request.keepsMetadata())
        let place = RecordPlace.resources(type, release, owner)
        if case .found(let query, let find) = target { try await dependencies.prepare(find, for: query, of: owner) }
        func answer(_ written: WrittenRecord) -> Response {
            .resource(written, at: dependencies.urls(release).url(type, written.id, version: written.version), Preference(request), in: request.language)
        }
        // What is small and has addresses in the place of attachments is much when they are back.
        let isRestored = if case .id(let id) = target { try !AttachmentLink.all(in: draft.value, of: address(id, type)).isEmpty } else { false }
        if !isRestored, case .id(let id) = target,
            let write = GroupedWrite(.update(id: id, within: reach, if: precondition), content, in: place, size: body.count, by: access)
        {
            return answer(try await dependencies.make(write))
        }
        let update = UpdateRecord(writing: dependencies.writing(within: dependencies.budget(of: request)), mayCreate: true, reach: reach)
        return try await withTaskExecutorPreference(isRestored ? globalConcurrentExecutor : nil) {
            let written = try await dependencies.inTurn(of: owner) {
                try await dependencies.pool.transaction { tx in
                    switch target {
                    case .id(let id): return try await update(id, content, in: place, if: precondition, tx)
                    case .found(let query, let find):
                        return try await update(found: query, by: find, draft, content, in: place, if: precondition, tx)
                    }
                }
            }
            return answer(written)
        }
    }

    private func address(_ id: String, _ type: String) -> String { "\(dependencies.base)\(release.path)/\(type)/\(id)" }

    private func id(_ request: Request) throws -> String {
        let id = try request.parameter("id")
        guard ResourceID.isValid(id) else {
            throw ResourceFault(.value, "An id has 1 to 64 letters, digits, - and . (\(ResourceID.pattern)).", at: "id")
        }
        return id
    }
}

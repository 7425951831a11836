import CareModels
import FHIR
import HTTP

/// `PUT /fhir/…/:type/:id`: the next version, or the first under an id that the client chose. `PUT /fhir/…/:type?…`: of the one that a search finds, or a new one.
struct UpdateResource: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease
    var isByCondition = false

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let owner = access.owner
        let type = try request.resourceType(release)
        let target = isByCondition ? try request.target(type, access) : .id(try id(request))
        let reach = try access.permissions.reach(.update, type)
        let precondition = try request.precondition(.weak)
        let draft = try request.resource(type)
        try reach.check(draft)
        if case .id(let id) = target { try draft.check(id: id) }
        let content = RecordContent(
            body: .resource(draft, references: [:]), annotations: try request.annotations(), status: try request.status())
        let update = UpdateRecord(writing: dependencies.writing, mayCreate: true, reach: reach)
        let place = RecordPlace.resources(type, release, owner)
        let written = try await dependencies.inTurn(of: owner) {
            try await dependencies.pool.transaction { tx in
                switch target {
                case .id(let id): return try await update(id, content, in: place, if: precondition, tx)
                case .found(let query, let searched):
                    return try await update(found: query, within: searched, draft, content, in: place, if: precondition, tx)
                }
            }
        }
        let url = dependencies.urls(release).url(type, written.id, version: written.version)
        return .resource(written, at: url, Preference(request), in: request.language)
    }

    private func id(_ request: Request) throws -> String {
        let id = try request.parameter("id")
        guard ResourceID.isValid(id) else {
            throw ResourceFault(.value, "An id has 1 to 64 letters, digits, - and . (\(ResourceID.pattern)).", at: "id")
        }
        return id
    }
}

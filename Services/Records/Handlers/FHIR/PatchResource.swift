import CareModels
import FHIR
import HTTP

/// `PATCH /fhir/…/:type/:id`, or `PATCH /fhir/…/:type?…` of the one that a search finds: parts of a resource are changed, by a JSON Patch or a FHIRPath Patch.
struct PatchResource: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease
    var isByCondition = false

    static let accepted = "\(JSONPatch.mediaType), \(FHIRRelease.mediaType)"

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let place = RecordPlace.resources(try request.resourceType(release), release, access.owner)
        let target = isByCondition ? try request.target(place.type, access, dependencies, release) : .id(try request.resourceID())
        let reach = try access.permissions.reach(.update, place.type)
        let readable = try access.permissions.reach(.read, place.type)
        let precondition = try request.precondition(.weak)
        let patch = try patch(request)
        let (annotations, status) = (try request.annotations(), try request.status())
        let change = PatchRecord(writing: dependencies.writing(within: dependencies.budget(of: request)), reach: reach, readable: readable)
        if case .found(let query, let find) = target { try await dependencies.prepare(find, for: query, of: access.owner) }
        let written = try await dependencies.inTurn(of: access.owner) {
            try await dependencies.pool.transaction { tx in
                try await change(target, patch, in: place, annotations: annotations, status: status, if: precondition, tx)
            }
        }
        let url = dependencies.urls(release).url(place.type, written.id, version: written.version)
        return .resource(written, at: url, Preference(request), in: request.language)
    }

    private func patch(_ request: Request) throws -> ResourcePatch {
        if request.mediaType == JSONPatch.mediaType { return try ResourcePatch(json: try ResourcePatch.document(request.body)) }
        guard request.mediaType.map(FHIRMedia.isResource) ?? false else {
            var problem = Problem.unsupportedMediaType("Send \(JSONPatch.mediaType), or Parameters as \(FHIRRelease.mediaType).", accepted: Self.accepted)
            problem.headers.add(name: "Accept-Patch", value: Self.accepted)
            throw problem
        }
        return try ResourcePatch(parameters: try ResourcePatch.document(request.body), release)
    }
}

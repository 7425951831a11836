import CareModels
import FHIR
import HTTP

/// `DELETE /fhir/…/:type/:id`, or `DELETE /fhir/…/:type?…` of the one that a search finds. Its history stays.
struct DeleteResource: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease
    var isByCondition = false

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let owner = access.owner
        let place = RecordPlace.resources(try request.resourceType(release), release, owner)
        let target = isByCondition ? try request.target(place.type, access, dependencies, release) : .id(try request.resourceID())
        let reach = try access.permissions.reach(.delete, place.type)
        let precondition = try request.precondition(.weak)
        let delete = DeleteRecord(writing: dependencies.writing, reach: reach)
        if case .found(let query, let find) = target { try await dependencies.prepare(find, for: query, of: owner) }
        let version = try await dependencies.inTurn(of: owner) {
            try await dependencies.pool.transaction { tx in try await delete(target, in: place, if: precondition, tx) }
        }
        return Response(.noContent, headers: ["ETag": EntityTag(version: version, isWeak: true).description])
    }
}

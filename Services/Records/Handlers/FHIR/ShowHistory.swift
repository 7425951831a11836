import CareModels
import FHIR
import Foundation
import HTTP

/// `GET /fhir/…/:type/:id/_history`: every version, newest first.
struct ShowHistory: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    static let query = Request.subsetParameters.union(["_count", "_since", "_at", "_before", "_format", "_pretty"])

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let owner = access.owner
        let place = RecordPlace.resources(try request.resourceType(release), release, owner)
        let id = try request.resourceID()
        let reach = try access.permissions.reach(.read, place.type)
        var checks = Checks()
        let limit = try checks.read(request.pageSize(50, most: 200)) ?? 50
        let before = try checks.read(request.query.int("_before", in: 1...Int.max))
        let when = try checks.read(request.historyTime())
        try checks.done()
        let subset = try request.subset(place.type, dependencies, release)
        let found = try await dependencies.pool.read(of: owner, dependencies.keys) { key, connection in
            // Of what it is now depends whether there is anything to tell of what it was.
            if reach != .everything, try await connection.storedCurrent(id, in: place, within: reach, key) == nil { throw Refusal.noSuch(.resource) }
            var page = try await connection.history(of: id, in: place, key, when: when, before: before, limit: limit)
            if reach != .everything {
                var held: Set<Int> = []
                for version in page.versions where try await connection.isHeld(version, in: place, within: reach, key) { held.insert(version.version) }
                page = page.filtered { held.contains($0.version) }
            }
            return (page, try await connection.countVersions(of: id, in: place, key, when: when))
        }
        let (page, count) = found ?? (VersionPage(), 0)
        guard !page.versions.isEmpty || page.hasMore || when != nil || before != nil else { throw Refusal.noSuch(.resource) }
        let total = reach == .everything ? count : nil
        let urls = dependencies.urls(release)
        let shown = try page.cut(by: subset, within: dependencies.budget(of: request))
        return .fhir(
            HistoryView(page: shown, total: total, type: place.type, id: id, limit: limit, when: when, subset: request.subsetInLinks, urls: urls).bytes)
    }
}

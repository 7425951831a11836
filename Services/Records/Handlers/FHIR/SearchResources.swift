import FHIR
import HTTP

/// `GET /fhir/…/:type` and `POST /fhir/…/:type/_search`: the person's resources of a type, newest first.
struct SearchResources: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease
    let parametersIn: Place

    enum Place { case query, form }

    func handle(_ request: Request) async throws -> Response {
        if parametersIn == .query, try request.parameter("type") == "AuditEvent" {
            return try await ListAuditEvents(dependencies: dependencies, release: release).handle(request)
        }
        let pairs = try parametersIn == .query ? QueryParameters.list(request.queryString.utf8) : request.formList()
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let owner = access.owner
        let place = RecordPlace.resources(try request.resourceType(release), release, owner)
        let reach = try access.permissions.reach(.search, place.type)
        let query = try SearchQuery(pairs)
        let found = try await dependencies.pool.read(of: owner, dependencies.keys) { key, connection in
            try await connection.search(query, in: place, within: reach, key)
        }
        let things = (found?.page.versions ?? []).map { AccessEvent.Thing(action: .read, type: place.type, id: $0.id, version: $0.version) }
        AccessTrail.current?.found(things.isEmpty ? [AccessEvent.Thing(action: .execute, type: place.type)] : things, count: things.count)
        return .fhir(SearchsetView(found ?? FoundResources(query: query, place: place), dependencies.urls(release)).bytes)
    }
}

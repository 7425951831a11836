import FHIR
import HTTP

/// `GET /fhir/…/:type/:id/_history/:version`.
struct ReadResourceVersion: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let owner = access.owner
        let place = RecordPlace.resources(try request.resourceType(release), release, owner)
        let id = try request.resourceID()
        let reach = try access.permissions.reach(.read, place.type)
        guard let version = Int(try request.parameter("version")), version >= 1 else { throw Refusal.noSuch(.version) }
        let links = try AttachmentChoice(request).links(dependencies.urls(release), place.type, id)
        let subset = try request.subset(place.type, dependencies, release)
        let found = try await dependencies.pool.read(of: owner, dependencies.keys) { key, connection -> ReadableResource? in
            guard let stored = try await connection.storedVersion(version, of: id, in: place, within: reach, key) else { return nil }
            return try await ReadableResource(stored, dependencies.pool, key, connection, links: links(version), isWhole: subset != nil)
        }
        guard let found = found.flatMap({ $0 }) else { throw Refusal.noSuch(.resource) }
        return try .resource(try found.cut(by: subset, within: dependencies.budget(of: request)), to: request)
    }
}

import FHIR
import HTTP

/// `GET /fhir/…/:type/:id/_history/:version`.
struct ReadVersion: Sendable {
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
        let found = try await dependencies.pool.read(of: owner, dependencies.keys) { key, connection in
            try await connection.version(version, of: id, in: place, key)
        }
        return try .resource(found.flatMap { $0 }, within: reach, to: request)
    }
}

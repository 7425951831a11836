import FHIR
import HTTP

/// `GET /fhir/…/:type/:id`: the current version.
struct ReadResource: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let owner = access.owner
        let place = RecordPlace.resources(try request.resourceType(release), release, owner)
        let id = try request.resourceID()
        let reach = try access.permissions.reach(.read, place.type)
        let links = try AttachmentChoice(request).links(dependencies.urls(release), place.type, id)
        let subset = try request.subset(place.type, dependencies, release)
        let found = try await dependencies.pool.read(of: owner, dependencies.keys) { key, connection -> ReadableResource? in
            guard let stored = try await connection.storedCurrent(id, in: place, key) else { return nil }
            guard try await connection.isHeld(stored, in: place, within: reach, key) else { throw Refusal.noSuch(.resource) }
            return try await ReadableResource(stored, dependencies.pool, key, connection, links: links(stored.version), isWhole: subset != nil)
        }
        guard let found = found.flatMap({ $0 }) else {
            if let noted = try await dependencies.noted(id, of: access, place.type, release) { return .fhir(subset?.cut(noted, place.type) ?? noted) }
            // Whom an app was told by `patient` and `fhirUser`: there is that resource before anybody has stored more of it.
            guard place.type == "Patient", id == request.identity.patientID?.description, id == owner.description else { throw Refusal.noSuch(.resource) }
            return .fhir(BarePatientView(id: owner).bytes)
        }
        return try .resource(try found.cut(by: subset, within: dependencies.budget(of: request)), to: request)
    }
}

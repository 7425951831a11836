import CareModels
import FHIR
import HTTP
import JSON

/// `GET /fhir/…/:type/:id/$diff?from=&to=`: what makes one version of the other, as a FHIRPath Patch.
struct ShowDifference: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    static let query: Set<String> = ["from", "to", "_format", "_pretty"]

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let place = RecordPlace.resources(try request.resourceType(release), release, access.owner)
        let id = try request.resourceID()
        let reach = try access.permissions.reach(.read, place.type)
        guard let from = try request.query.int("from", in: 1...Int.max), let to = try request.query.int("to", in: 1...Int.max) else {
            throw Problem.invalid(Fault("from", "is needed, and to: the numbers of two versions"))
        }
        let found = try await dependencies.pool.read(of: access.owner, dependencies.keys) { key, connection in
            func version(_ version: Int) async throws -> RecordVersion? {
                guard let stored = try await connection.storedVersion(version, of: id, in: place, within: reach, key) else { return nil }
                return try await connection.whole(stored, key)
            }
            return (try await version(from), try await version(to))
        }
        guard let old = found?.0, let new = found?.1 else { throw Refusal.noSuch(.version) }
        return .fhir(try difference(old, new))
    }

    private func difference(_ old: RecordVersion, _ new: RecordVersion) throws -> [UInt8] {
        let (before, after) = (try document(old), try document(new))
        do {
            return try ResourceDiff.parameters(from: before, to: after, release)
        } catch let error as ResourceDiff.UnknownElement {
            throw ResourceFault(.notSupported, "An element that the release does not know has no path.", at: error.path)
        }
    }

    private func document(_ version: RecordVersion) throws -> JSONValue {
        guard let body = version.body else { throw Refusal.deleted(.version, version: version.version) }
        return try ResourcePatch.document(body)
    }
}

import CareModels
import FHIR
import HTTP
import JSON

/// `GET /fhir/…/:type/:id/$diff?from=&to=`, or a POST of Parameters with these: what makes one version of the other, as a FHIRPath Patch.
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
        let query = try OperationParameters.difference.query(request)
        var checks = Checks()
        let versions = (try checks.read(query.int("from", in: 1...Int.max)), try checks.read(query.int("to", in: 1...Int.max)))
        try checks.done()
        guard let from = versions.0, let to = versions.1 else {
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
        return .fhir(try difference(try body(old), try body(new), request))
    }

    private func difference(_ old: [UInt8], _ new: [UInt8], _ request: Request) throws -> [UInt8] {
        try dependencies.budget(of: request).hold(toRead: [old, new])
        let (before, after) = (try ResourcePatch.document(old), try ResourcePatch.document(new))
        do {
            return try ResourceDiff.parameters(from: before, to: after, release)
        } catch let error as ResourceDiff.UnknownElement {
            throw ResourceFault(.notSupported, "An element that the release does not know has no path.", at: error.path)
        } catch is ResourceDiff.TooMuch {
            throw ResourceFault(
                .tooCostly,
                "The versions differ in more than \(ResourceDiff.mostOperations) places, or in \(ResourceDiff.mostBytes) bytes; read both, and compare them yourself.")
        }
    }

    private func body(_ version: RecordVersion) throws -> [UInt8] {
        guard let body = version.body else { throw Refusal.deleted(.version, version: version.version) }
        return body
    }
}

import CareModels
import CareService
import FHIR
import Foundation
import HTTP
import JSON
import Sealing

/// `GET /fhir/…/:type/:id/$binary-access-read?path=content[0].attachment`: the bytes of an attachment in a resource, as HAPI's operation of that name has them.
struct ReadAttachment: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    static let query: Set<String> = ["path", "version", PictureSize.parameter]

    func handle(_ request: Request) async throws -> Response {
        let size = try PictureSize(request)
        let access = try await request.access(dependencies)
        let place = RecordPlace.resources(try request.resourceType(release), release, access.owner)
        let id = try request.resourceID()
        let reach = try access.permissions.reach(.read, place.type)
        guard let path = request.query["path"] else {
            throw Problem.invalid(Fault("path", "is required: the attachment's place in the resource, such as content[0].attachment"))
        }
        let version = try request.query.int("version", in: 1...Int.max)
        let found = try await dependencies.pool.read(of: access.owner, dependencies.keys) { key, connection -> FileReader? in
            let stored = try await {
                if let version { return try await connection.storedVersion(version, of: id, in: place, within: reach, key) }
                return try await connection.storedCurrent(id, in: place, within: reach, key)
            }()
            guard let stored, let body = stored.body else { return nil }
            let wanted = path.hasPrefix("\(place.type).") ? String(path.dropFirst(place.type.utf8.count + 1)) : path
            let budget = dependencies.budget(of: request)
            try budget.hold(toRead: [body])
            defer { budget.letGo() }
            let root = try JSONDocument(body, limits: .resource).root
            guard let data = try AttachedData.all(in: root).first(where: { Self.names(wanted, $0.holder) }) else { return nil }
            return try await FileReader(
                dependencies, stored, data.value, contentType: data.contentType ?? "application/octet-stream", tag: "\(stored.version).\(data.range.lowerBound)",
                key, connection)
        }
        guard let found = found.flatMap({ $0 }) else { throw Refusal.noSuch(.attachment) }
        return try await found.response(to: request, size: size)
    }

    /// The first of a list may go without its number.
    private static func names(_ path: String, _ holder: JSONValue) -> Bool {
        let place = holder.path
        return path == place || path == place.replacing("[0]", with: "")
    }
}

import CareModels
import CareService
import FHIR
import Foundation
import HTTP
import JSON
import Sealing

/// `GET /fhir/…/Binary/:id`: the file, or the resource that holds it, as `BinaryForm` has it.
struct ReadBinary: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    func handle(_ request: Request) async throws -> Response {
        // No id begins so: it is the type's history, which has this address too.
        if try request.parameter("id") == "_history" {
            return try await ShowHistories(dependencies: dependencies, release: release, isOfType: true, fixedType: BinaryForm.type).handle(request)
        }
        let form = try BinaryForm(request)
        let size = try PictureSize(request)
        let access = try await request.access(dependencies)
        let place = RecordPlace.resources(BinaryForm.type, release, access.owner)
        let id = try request.resourceID()
        let reach = try access.permissions.reach(.read, place.type)
        let found = try await dependencies.pool.read(of: access.owner, dependencies.keys) { key, connection -> Found? in
            guard let stored = try await connection.storedCurrent(id, in: place, within: reach, key) else { return nil }
            let isFile = form == .file || form == .asWritten && stored.isFile
            guard isFile || size != .full, stored.body != nil else {
                return .resource(try await ReadableResource(stored, dependencies.pool, key, connection))
            }
            return .file(try await FileReader(ofBinary: stored, dependencies, key, connection))
        }
        switch found.flatMap({ $0 }) {
        case nil: throw Refusal.noSuch(.resource)
        case .resource(let readable): return try Response.resource(readable, to: request).varying
        case .file(let reader): return try await reader.response(to: request, size: size)
        }
    }

    private enum Found: Sendable {
        case file(FileReader)
        case resource(ReadableResource)
    }
}

extension Response {
    /// What is answered depends on `Accept`.
    fileprivate var varying: Response {
        var response = self
        response.headers.add(name: "Vary", value: "Accept")
        return response
    }
}

import CareModels
import Foundation
import HTTP

/// `GET /fhir/…/:type/:id` and `…/_history/:version`.
struct ReadResource: Sendable {
    let fhir: FHIRService

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let place = fhir.place(try request.owner(), try fhir.type(request))
        let id = try fhir.id(request)
        let found = try await fhir.dependencies.read(of: place.owner, nothing: nil) { key, connection in
            try await connection.current(id, in: place, key)
        }
        return try answer(found, request)
    }

    func handleVersion(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let place = fhir.place(try request.owner(), try fhir.type(request))
        let id = try fhir.id(request)
        guard let version = Int(try request.parameter("version")), version >= 1 else { throw Problem.notFound("version") }
        let found = try await fhir.dependencies.read(of: place.owner, nothing: nil) { key, connection in
            try await connection.version(version, of: id, in: place, key)
        }
        return try answer(found, request)
    }

    private func answer(_ found: RecordVersion?, _ request: Request) throws -> Response {
        guard let found else { throw Problem.notFound("resource") }
        guard let body = found.body else { throw Problem.gone("resource", version: found.version) }
        let headers = fhir.headers(version: found.version, at: found.writtenAt, annotations: found.annotations)
        if isUnchanged(found, request) { return Response(.notModified, headers: headers) }
        return Response(.ok, headers: headers, body: body)
    }

    /// If-Modified-Since, which counts only without If-None-Match (RFC 9110, section 13.2.2; the server sees to that one).
    private func isUnchanged(_ found: RecordVersion, _ request: Request) -> Bool {
        guard request.headers["If-None-Match"].isEmpty, let text = request.headers.first(name: "If-Modified-Since"),
            let since = HTTPDate.parse(text)
        else { return false }
        return found.writtenAt.timeIntervalSince1970.rounded(.down) <= since.timeIntervalSince1970
    }
}

import CareModels
import HTTP

/// `GET /app-data/:id`: the bytes, with what is known of them in headers.
struct ShowAppData: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let place = AppData.place(try request.owner())
        let id = try AppData.id(request)
        let found = try await dependencies.read(of: place.owner, nothing: nil) { key, connection in
            try await connection.current(id, in: place, key)
        }
        guard let found else { throw Problem.notFound("app data") }
        guard let body = found.body else { throw Problem.gone("app data", version: found.version) }
        return Response(.ok, headers: AppData.headers(found), body: body)
    }
}

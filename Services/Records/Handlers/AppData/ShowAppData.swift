import HTTP

/// `GET /app-data/:id`: the bytes, with what is known of them in headers.
struct ShowAppData: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let place = RecordPlace.appData(try await request.owner(dependencies))
        let id = try AppData.id(request)
        let found = try await dependencies.pool.read(of: place.owner, dependencies.keys) { key, connection in
            try await connection.current(id, in: place, key)
        }
        guard let found = found.flatMap({ $0 }) else { throw Refusal.noSuch(.appData) }
        guard let body = found.body else { throw Refusal.deleted(.appData, version: found.version) }
        return Response(.ok, headers: AppData.headers(found), body: body)
    }
}

import HTTP

/// `GET /app-data/:id/history/:version`: the bytes as they were then.
struct ShowAppDataVersion: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let place = RecordPlace.appData(try await request.owner(dependencies))
        let id = try AppData.id(request)
        guard let version = Int(try request.parameter("version")), version >= 1 else { throw Refusal.noSuch(.version) }
        let found = try await dependencies.pool.read(of: place.owner, dependencies.keys) { key, connection in
            try await connection.version(version, of: id, in: place, key)
        }
        guard let found = found.flatMap({ $0 }) else { throw Refusal.noSuch(.version) }
        guard let body = found.body else { throw Refusal.deleted(.version, version: found.version) }
        return Response(.ok, headers: AppData.headers(found), body: body)
    }
}

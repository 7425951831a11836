import HTTP

/// `GET /app-data/count`: how much there is.
struct CountAppData: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let place = RecordPlace.appData(try await request.owner(dependencies))
        let criteria = try AppDataFilters.criteria(request)
        let count = try await dependencies.pool.read(of: place.owner, dependencies.keys) { key, connection in
            try await connection.countRecords(criteria.filter(place, key))
        }
        return try .json(RecordCountView(count: count ?? 0))
    }
}

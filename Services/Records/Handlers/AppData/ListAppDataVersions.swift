import CareModels
import HTTP

/// `GET /app-data/:id/history`: what there was, without the bytes, newest first; a deletion too.
struct ListAppDataVersions: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let place = RecordPlace.appData(try await request.owner(dependencies))
        let id = try AppData.id(request)
        let wanted = try request.page(default: 50, most: 200)
        let before = try wanted.int(at: 0)
        let rows = try await dependencies.pool.read(of: place.owner, dependencies.keys) { key, connection in
            try await connection.versionHeads(of: id, in: place, key, before: before, limit: wanted.limit + 1)
        }
        guard let rows, !rows.isEmpty || before != nil else { throw Refusal.noSuch(.appData) }
        let found = wanted.page(rows) { [String($0.version)] }
        return try .json(Page(items: found.items.map { RecordVersionView($0) }, nextCursor: found.nextCursor))
    }
}

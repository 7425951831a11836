import CareModels
import HTTP

/// `GET /app-data`: what there is, without the bytes, newest first.
struct ListAppData: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let place = RecordPlace.appData(try await request.owner(dependencies))
        var checks = Checks()
        let (filters, asked) = (try checks.read(AppDataFilters.criteria(request)), try checks.read(request.page(default: 50, most: 200)))
        let (criteria, wanted) = try checks.done(filters, asked)
        let page = RecordPage(limit: wanted.limit, after: try wanted.id(at: 0))
        let rows = try await dependencies.pool.read(of: place.owner, dependencies.keys) { key, connection in
            try await connection.heads(criteria.filter(place, key), page, key)
        }
        let found = wanted.page(rows ?? []) { [$0.record.id.description] }
        return try .json(Page(items: found.items.map { RecordView($0) }, nextCursor: found.nextCursor))
    }
}

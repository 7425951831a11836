import CareModels
import HTTP

/// `GET /app-data/keys?limit=&after=`: the person's own, those that are retired among them.
struct ListAppDataKeys: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let owner = try await request.owner(dependencies)
        let wanted = try request.page(default: 50, most: 200)
        let after: AppDataKeyID? = try wanted.id(at: 0)
        let rows = try await dependencies.pool.read(of: owner, dependencies.keys) { key, connection in
            try await connection.appDataKeys(after: after, limit: wanted.limit + 1, key)
        }
        let found = wanted.page(rows ?? []) { [$0.id.description] }
        return try .json(Page(items: found.items.map { AppDataKeyView($0) }, nextCursor: found.nextCursor))
    }
}

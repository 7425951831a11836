import CareModels
import HTTP

/// `GET /blocks`: whom the caller blocks, latest first.
struct ListBlocks: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let owner = try request.identity.user()
        let page = try request.page()
        let after = try TimeCursor<User>(page)
        let rows = try await dependencies.pool.reading(request) { try await $0.blocks(of: owner, after: after, limit: page.limit + 1) }
        let found = page.page(rows) { TimeCursor($0.createdAt, $0.person.id).fields }
        return try .json(Page(items: found.items.map { BlockView($0) }, nextCursor: found.nextCursor))
    }
}

import CareModels
import HTTP

/// `GET /admin/users?q=&limit=&after=`: people by name, address or id.
struct FindUsers: Sendable {
    let dependencies: Dependencies

    static let query: Set = ["q", "limit", "after"]

    func handle(_ request: Request) async throws -> Response {
        try await dependencies.requirePower(request)
        var checks = Checks()
        let (asked, sought) = (try checks.read(request.page()), try checks.read(request.searchText()))
        let (page, text) = try checks.done(asked, sought)
        let after = try NameCursor<User>(page)
        let rows = try await dependencies.pool.withConnection { try await $0.users(like: text, after: after, limit: page.limit + 1) }
        try await dependencies.note(.usersRead, from: dependencies.actorOrigin(of: request))
        let found = page.page(rows) { NameCursor<User>($0.username, $0.id).fields }
        let items = found.items.map { FoundUserView($0) }
        return try .json(HTTP.Page(items: items, nextCursor: found.nextCursor), headers: ["Cache-Control": "no-store"])
    }
}

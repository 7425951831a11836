import CareModels
import HTTP

/// `GET /admin/clients?q=&limit=&after=`: by their ids.
struct ListClients: Sendable {
    let dependencies: Dependencies

    static let query: Set = ["q", "limit", "after"]

    func handle(_ request: Request) async throws -> Response {
        try await dependencies.requirePower(request)
        var checks = Checks()
        let (asked, sought) = (try checks.read(request.page()), try checks.read(request.searchText()))
        let (page, text) = try checks.done(asked, sought)
        let after = try page.text(at: 0)
        let rows = try await dependencies.pool.withConnection { try await $0.clients(like: text, after: after, limit: page.limit + 1) }
        try await dependencies.note(.clientsRead, from: dependencies.actorOrigin(of: request))
        let found = page.page(rows) { [$0.client.id] }
        let items = found.items.map { ClientView($0) }
        return try .json(HTTP.Page(items: items, nextCursor: found.nextCursor), headers: ["Cache-Control": "no-store"])
    }
}

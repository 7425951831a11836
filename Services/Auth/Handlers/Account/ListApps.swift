import CareModels
import HTTP

/// `GET /account/apps`: the apps that one lets do something for oneself.
struct ListApps: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let (user, page) = try await dependencies.ownList(request)
        let after = try page.text(at: 0)
        let rows = try await dependencies.pool.withConnection { try await $0.apps(of: user, after: after, limit: page.limit + 1) }
        let found = page.page(rows) { [$0.clientID] }
        return try .json(HTTP.Page(items: found.items.map { ConsentedAppView($0) }, nextCursor: found.nextCursor), headers: ["Cache-Control": "no-store"])
    }
}

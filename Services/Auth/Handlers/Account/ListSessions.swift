import CareModels
import HTTP

/// `GET /account/sessions`: where one is logged in, the latest first.
struct ListSessions: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let (user, page) = try await dependencies.ownList(request)
        let (after, now) = (try TimeCursor<Session>(page), dependencies.now())
        let rows = try await dependencies.pool.withConnection { try await $0.sessions(of: user, after: after, limit: page.limit + 1, now: now) }
        let found = page.page(rows) { TimeCursor($0.createdAt, $0.id).fields }
        let items = found.items.map { SessionView($0, current: request.identity.sessionID) }
        return try .json(HTTP.Page(items: items, nextCursor: found.nextCursor), headers: ["Cache-Control": "no-store"])
    }
}

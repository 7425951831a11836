import CareModels
import HTTP

/// `GET /account/browsers`: which browsers are logged in on our pages, the latest first.
struct ListBrowsers: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let (user, page) = try await dependencies.ownList(request)
        let (after, now, session) = (try TimeCursor<Browser>(page), dependencies.now(), request.identity.sessionID)
        let (rows, current) = try await dependencies.pool.withConnection { connection -> ([ListedBrowser], [UInt8]?) in
            let rows = try await connection.browsers(of: user, after: after, limit: page.limit + 1, now: now)
            guard let session else { return (rows, [UInt8]?.none) }
            return (rows, try await connection.browser(of: session))
        }
        let found = page.page(rows) { TimeCursor($0.authTime, $0.id).fields }
        let items = found.items.map { BrowserView($0, current: current) }
        return try .json(HTTP.Page(items: items, nextCursor: found.nextCursor), headers: ["Cache-Control": "no-store"])
    }
}

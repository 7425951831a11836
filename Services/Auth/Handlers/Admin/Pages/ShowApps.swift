import CareModels
import HTTP

/// `GET /admin/apps?q=&after=`
struct ShowApps: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let pages = AdminPages(dependencies: dependencies)
        return try await pages.at(request) { visitor in
            let (page, text) = (try request.page(), String((request.query["q"] ?? "").prefix(100)))
            let shown = try await dependencies.appsPage(text, page, visitor)
            try await dependencies.note(.clientsRead, from: pages.origin(visitor, request))
            return visitor.visit.response(shown.page)
        }
    }
}

extension Dependencies {
    func appsPage(_ text: String, _ page: PageRequest, _ visitor: OwnAccountPages.Visitor) async throws -> AppsPage {
        let after = try page.text(at: 0)
        let rows = try await pool.withConnection { try await $0.clients(like: text, after: after, limit: page.limit + 1) }
        let found = page.page(rows) { [$0.client.id] }
        return AppsPage(text: text, clients: found.items, nextCursor: found.nextCursor, form: visitor.visit.form)
    }
}

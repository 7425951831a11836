import CareModels
import HTTP

/// `GET /admin/apps?q=&after=`
struct ShowApps: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let pages = AdminPages(dependencies: dependencies)
        return try await pages.at(request) { visitor in
            let (page, text) = (try request.page(), String((request.query["q"] ?? "").prefix(100)))
            let after = try page.text(at: 0)
            let rows = try await dependencies.pool.withConnection { try await $0.clients(like: text, after: after, limit: page.limit + 1) }
            try await dependencies.note(.clientsRead, from: pages.origin(visitor, request))
            let found = page.page(rows) { [$0.client.id] }
            return visitor.visit.response(AppsPage(text: text, clients: found.items, nextCursor: found.nextCursor).page)
        }
    }
}

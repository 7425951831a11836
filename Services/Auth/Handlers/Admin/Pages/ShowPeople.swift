import CareModels
import HTTP

/// `GET /admin/people?q=&after=`
struct ShowPeople: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let pages = AdminPages(dependencies: dependencies)
        return try await pages.at(request) { visitor in
            let (page, text) = (try request.page(), String((request.query["q"] ?? "").prefix(100)))
            let after = try NameCursor<User>(page)
            let rows = try await dependencies.pool.withConnection { try await $0.users(like: text, after: after, limit: page.limit + 1) }
            try await dependencies.note(.usersRead, from: pages.origin(visitor, request))
            let found = page.page(rows) { NameCursor<User>($0.username, $0.id).fields }
            return visitor.visit.response(PeoplePage(text: text, people: found.items, nextCursor: found.nextCursor).page)
        }
    }
}

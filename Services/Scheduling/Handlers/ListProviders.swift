import CareModels
import HTTP

/// `GET /providers?specialty=&q=&limit=&after=`: providers by name.
struct ListProviders: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let page = try request.page()
        let specialty = request.query["specialty"]
        let name = request.query["q"]
        var checks = Checks()
        checks.check((specialty?.count ?? 0) <= 100, "specialty", "must be at most \(limit: 100) characters long")
        checks.check((name?.count ?? 0) <= 100, "q", "must be at most \(limit: 100) characters long")
        try checks.done()
        let after = try NameCursor<User>(page)
        let rows = try await dependencies.pool.withConnection { connection in
            try await connection.providers(specialty: specialty, words: NameWords.typed(name ?? ""), after: after, limit: page.limit + 1)
        }
        let found = page.page(rows) { $0.cursor.fields }
        return try .json(Page(items: found.items.map { ProviderView($0) }, nextCursor: found.nextCursor))
    }
}

import CareModels
import HTTP

/// `GET /providers?specialty=&q=&limit=&after=`: providers by name.
struct ListProviders: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let specialty = request.query["specialty"]
        let name = request.query["q"]
        var checks = Checks()
        let asked = try checks.read(request.page())
        // Code points, as the contract counts: a character may have any number of them.
        checks.check((specialty?.unicodeScalars.count ?? 0) <= 100, "specialty", "must be at most \(limit: 100) characters long")
        checks.check((name?.unicodeScalars.count ?? 0) <= 100, "q", "must be at most \(limit: 100) characters long")
        let page = try checks.done(asked)
        let after = try NameCursor<User>(page)
        let rows = try await dependencies.pool.reading(request) { connection in
            try await connection.providers(specialty: specialty, words: NameWords.asked(name ?? ""), after: after, limit: page.limit + 1)
        }
        let found = page.page(rows) { $0.cursor.fields }
        let meant = found.items.isEmpty && page.after == nil ? specialty.flatMap(Specialty.nearest) : nil
        return try .json(ProvidersView(items: found.items.map { ProviderView($0) }, nextCursor: found.nextCursor, didYouMean: meant?.name))
    }
}

import HTTP

/// `GET /providers?specialty=&q=&limit=&after=`: providers by name.
struct ListProviders: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let page = try request.page()
        let specialty = request.query["specialty"]
        let prefix = request.query["q"]
        var validation = Validation()
        validation.check((specialty?.count ?? 0) <= 100, "specialty", "must be at most 100 characters long")
        validation.check((prefix?.count ?? 0) <= 100, "q", "must be at most 100 characters long")
        try validation.done()
        let rows = try await dependencies.pool.withConnection { connection in
            try await connection.providers(specialty: specialty, namePrefix: prefix, page)
        }
        return try .json(page.page(rows) { [$0.nameKey, $0.id.description] })
    }
}

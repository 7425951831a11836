import HTTP

struct SearchGuides: Sendable {
    let dependencies: Dependencies
    private static let longest = 200

    func handle(_ request: Request) -> Response {
        let query = String((request.query["q"] ?? "").prefix(Self.longest))
        let language = request.pageLanguage.language
        return SearchPage(query: query, hits: dependencies.site.search.hits(query, for: language), reader: language).page.answer(request)
    }
}

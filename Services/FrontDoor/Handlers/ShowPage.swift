import HTTP

/// A page that `deploy/site/build` rendered: a guide of `folder`, or the page of the route's own path.
struct ShowPage: Sendable {
    let dependencies: Dependencies
    var folder: String?

    func handle(_ request: Request) throws -> Response {
        let path = try folder.map { "\($0)/\(try request.parameter("name"))" } ?? request.pattern
        let language = request.pageLanguage.language
        guard let page = dependencies.site.page(path, in: language) else { return try request.nothingHere() }
        return GuidePage(page: page, reader: language).page.answer(request)
    }
}

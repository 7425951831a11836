import HTTP

struct ListGuides: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) -> Response {
        let site = dependencies.site
        return GuidesPage(guides: site.guides.compactMap { site.pages[$0] }, missing: site.missing).page.answer(request)
    }
}

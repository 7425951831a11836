import HTTP

struct ListGuides: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) -> Response {
        let (site, language) = (dependencies.site, request.pageLanguage.language)
        return GuidesPage(guides: site.guides.compactMap { site.page($0, in: language) }, missing: site.missing, reader: language).page.answer(request)
    }
}

import HTTP

/// The front door's table of contents: pages for people, files for programs. All may be read by anyone, and nothing can be written.
func routes(_ dependencies: Dependencies) -> [Route] { pages(dependencies) + files(dependencies) }

/// Whoever links to one may add to its query what their own statistics want.
private func pages(_ dependencies: Dependencies) -> [Route] {
    func page(_ path: String, _ operation: String, _ handler: @escaping Route.Handler) -> Route {
        .get(path, .anyone, query: ["*"], operation: operation, handler)
    }
    let own = ShowPage(dependencies: dependencies)
    func folder(_ path: String) -> ShowPage { ShowPage(dependencies: dependencies, folder: path) }
    let pages = [
        page("/", "showHome", ShowHome(dependencies: dependencies).handle),
        page("/docs", "listGuides", ListGuides(dependencies: dependencies).handle),
        page("/docs/search", "searchGuides", SearchGuides(dependencies: dependencies).handle).heavy(),
        page("/docs/api", "showReference", ShowReference(dependencies: dependencies).handle),
        page("/docs/login", "finishLogin", FinishLogin(dependencies: dependencies).handle),
        page("/docs/events/:name", "showEvent", folder("/docs/events").handle),
        page("/docs/operations/:name", "showOperation", folder("/docs/operations").handle),
        page("/docs/sdk/reference", "showClient", own.handle),
        page("/docs/sdk/reference/:name", "showClientType", folder("/docs/sdk/reference").handle),
        page("/docs/:name", "showGuide", folder("/docs").handle),
        page("/glossary", "showGlossary", own.handle),
        page("/changelog", "showChangelog", own.handle),
        page("/problems", "listProblems", ListProblems(dependencies: dependencies).handle),
        page("/problems/:name", "showProblem", ShowProblem(dependencies: dependencies).handle)
    ]
    return pages.map { $0.rendering(forPeople: true, problems: refusal) }
}

private func files(_ dependencies: Dependencies) -> [Route] {
    let file = ShowFile(dependencies: dependencies)
    return [
        .get("/openapi.yaml", .anyone, operation: "getOpenAPI", file.handle),
        .get("/openapi.json", .anyone, query: ["v"], operation: "getOpenAPIAsJSON", file.handle),
        .get("/asyncapi.yaml", .anyone, operation: "getAsyncAPI", file.handle),
        .get("/schemas/:name", .anyone, operation: "getSchema", file.handle),
        .get("/favicon.ico", .anyone, operation: "getIcon", ShowIcon().handle),
        .get("/site/style.css", .anyone, query: ["v"], operation: "getStyle", ShowStyle().handle),
        .get("/site/:name", .anyone, query: ["v"], operation: "getSiteFile", file.handle)
    ]
}

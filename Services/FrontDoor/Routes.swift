import HTTP

/// The front door's table of contents: pages for people, files for programs. All may be read by anyone, and nothing can be written.
func routes(_ dependencies: Dependencies) -> [Route] {
    let file = ShowFile(dependencies: dependencies)
    return [
        .get("/", .anyone, operation: "showHome", ShowHome(dependencies: dependencies).handle),
        .get("/docs", .anyone, operation: "listGuides", ListGuides(dependencies: dependencies).handle),
        .get("/docs/search", .anyone, query: ["q"], operation: "searchGuides", SearchGuides(dependencies: dependencies).handle),
        .get("/docs/api", .anyone, query: ["*"], operation: "showReference", ShowReference(dependencies: dependencies).handle),
        .get("/docs/login", .anyone, query: ["*"], operation: "finishLogin", FinishLogin(dependencies: dependencies).handle),
        .get("/docs/events/:name", .anyone, operation: "showEvent", ShowPage(dependencies: dependencies, folder: "/docs/events").handle),
        .get("/docs/:name", .anyone, operation: "showGuide", ShowPage(dependencies: dependencies, folder: "/docs").handle),
        .get("/glossary", .anyone, operation: "showGlossary", ShowPage(dependencies: dependencies).handle),
        .get("/changelog", .anyone, operation: "showChangelog", ShowPage(dependencies: dependencies).handle),
        .get("/problems", .anyone, operation: "listProblems", ListProblems(dependencies: dependencies).handle),
        .get("/problems/:name", .anyone, operation: "showProblem", ShowProblem(dependencies: dependencies).handle),
        .get("/openapi.yaml", .anyone, operation: "getOpenAPI", file.handle),
        .get("/asyncapi.yaml", .anyone, operation: "getAsyncAPI", file.handle),
        .get("/schemas/:name", .anyone, operation: "getSchema", file.handle),
        .get("/site/style.css", .anyone, query: ["v"], operation: "getStyle", ShowStyle().handle),
        .get("/site/:name", .anyone, query: ["v"], operation: "getSiteFile", file.handle)
    ]
}

import HTTP

/// The front door's table of contents: pages for people, files for programs. All may be read by anyone, and nothing can be written.
func routes(_ dependencies: Dependencies) -> [Route] {
    let file = ShowFile(dependencies: dependencies)
    let language: Set = [PageLanguage.parameter]
    return [
        .get("/", .anyone, query: language, operation: "showHome", ShowHome(dependencies: dependencies).handle),
        .get("/docs", .anyone, query: language, operation: "listGuides", ListGuides(dependencies: dependencies).handle),
        .get("/docs/search", .anyone, query: language.union(["q"]), operation: "searchGuides", SearchGuides(dependencies: dependencies).handle).computing(),
        .get("/docs/api", .anyone, query: ["*"], operation: "showReference", ShowReference(dependencies: dependencies).handle),
        .get("/docs/login", .anyone, query: ["*"], operation: "finishLogin", FinishLogin(dependencies: dependencies).handle),
        .get("/docs/events/:name", .anyone, query: language, operation: "showEvent", ShowPage(dependencies: dependencies, folder: "/docs/events").handle),
        .get("/docs/sdk/reference", .anyone, query: language, operation: "showClient", ShowPage(dependencies: dependencies).handle),
        .get(
            "/docs/sdk/reference/:name", .anyone, query: language, operation: "showClientType",
            ShowPage(dependencies: dependencies, folder: "/docs/sdk/reference").handle),
        .get("/docs/:name", .anyone, query: language, operation: "showGuide", ShowPage(dependencies: dependencies, folder: "/docs").handle),
        .get("/glossary", .anyone, query: language, operation: "showGlossary", ShowPage(dependencies: dependencies).handle),
        .get("/changelog", .anyone, query: language, operation: "showChangelog", ShowPage(dependencies: dependencies).handle),
        .get("/problems", .anyone, query: language, operation: "listProblems", ListProblems(dependencies: dependencies).handle),
        .get("/problems/:name", .anyone, query: language, operation: "showProblem", ShowProblem(dependencies: dependencies).handle),
        .get("/openapi.yaml", .anyone, operation: "getOpenAPI", file.handle),
        .get("/openapi.json", .anyone, query: ["v"], operation: "getOpenAPIAsJSON", file.handle),
        .get("/asyncapi.yaml", .anyone, operation: "getAsyncAPI", file.handle),
        .get("/schemas/:name", .anyone, operation: "getSchema", file.handle),
        .get("/favicon.ico", .anyone, operation: "getIcon", ShowIcon().handle),
        .get("/site/style.css", .anyone, query: ["v"], operation: "getStyle", ShowStyle().handle),
        .get("/site/:name", .anyone, query: ["v"], operation: "getSiteFile", file.handle)
    ]
}

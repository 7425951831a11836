import CareModels
import FHIR
import HTTP

/// Records' table of contents. Whose records they are is checked in the handlers (`Request.access`, `Request.owner`), and whatever they do is noted.
func routes(_ dependencies: Dependencies) -> [Route] {
    let all = FHIRRelease.allCases.flatMap { fhirRoutes(dependencies, $0) + accessRoutes(dependencies, $0) } + appDataRoutes(dependencies) + logRoutes(dependencies)
    let noted = NotedRequests(dependencies: dependencies)
    return all.map { $0.access.needsToken ? $0.within(noted.handle) : $0 }
}

private let read = Access.roles(.patient, .provider, .service).scope("records:read")
private let write = Access.roles(.patient, .provider, .service).scope("records:write")
/// What is shared with nobody.
private let ownRead = Access.roles(.patient, .service).scope("records:read")
private let ownWrite = Access.roles(.patient, .service).scope("records:write")
private let patientsRead = Access.roles(.patient).scope("records:read")

/// http://hl7.org/fhir/R4/http.html, the same in STU3.
private func fhirRoutes(_ dependencies: Dependencies, _ release: FHIRRelease) -> [Route] {
    let path = release.path
    let name = release == .r4 ? "R4" : "STU3"
    let shown: Set<String> = ["_format", "_pretty"]
    let routes: [Route] = [
        .get(
            "\(path)/.well-known/smart-configuration", .anyone, query: ["*"], operation: "getSMARTConfiguration\(name)",
            ShowSMARTConfiguration(dependencies: dependencies).handle),
        .get(
            "\(path)/metadata", .anyone, query: shown, operation: "showCapabilities\(name)",
            ShowCapabilities(dependencies: dependencies, release: release).handle),
        .post(
            path, write.scope("records:read").orClinical(.all), query: shown, bodyLimit: BatchBundle.limit, operation: "runBundle\(name)",
            RunBundle(dependencies: dependencies, release: release).handle
        ).heavy(),
        .post(
            "\(path)/:type", write.orClinical(.create), query: shown, bodyLimit: ResourceDraft.limit, operation: "createResource\(name)",
            CreateResource(dependencies: dependencies, release: release).handle),
        Route.get(
            "\(path)/:type", read.orClinical(.search), query: SearchQuery.names.union(ListAuditEvents.query), operation: "searchResources\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .query).handle
        ).repeating("_lastUpdated", "_created", "_annotations", "date"),
        .post(
            "\(path)/:type/_search", read.orClinical(.search), query: shown, bodyLimit: 64 << 10, operation: "searchResourcesByForm\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .form).handle),
        .get(
            "\(path)/:type/:id", read.orClinical(.read), query: shown, operation: "readResource\(name)",
            ReadResource(dependencies: dependencies, release: release).handle),
        .put(
            "\(path)/:type/:id", write.orClinical(.update), query: shown, bodyLimit: ResourceDraft.limit, operation: "updateResource\(name)",
            UpdateResource(dependencies: dependencies, release: release).handle),
        .delete(
            "\(path)/:type/:id", write.orClinical(.delete), query: shown, bodyLimit: 0, operation: "deleteResource\(name)",
            DeleteResource(dependencies: dependencies, release: release).handle),
        .get(
            "\(path)/:type/:id/_history", read.orClinical(.read), query: ShowHistory.query, operation: "showHistory\(name)",
            ShowHistory(dependencies: dependencies, release: release).handle),
        .get(
            "\(path)/:type/:id/_history/:version", read.orClinical(.read), query: shown, operation: "readVersion\(name)",
            ReadVersion(dependencies: dependencies, release: release).handle)
    ]
    return routes.map { $0.rendering(problems: OperationOutcomeView.response) }
}

/// Who may see what, and who did.
private func accessRoutes(_ dependencies: Dependencies, _ release: FHIRRelease) -> [Route] {
    let name = release == .r4 ? "R4" : "STU3"
    let routes: [Route] = [
        .get(
            "\(release.path)/$explain-access", patientsRead, query: ExplainAccess.query, operation: "explainAccess\(name)",
            ExplainAccess(dependencies: dependencies, release: release).handle)
    ]
    return routes.map { $0.rendering(problems: OperationOutcomeView.response) }
}

private func logRoutes(_ dependencies: Dependencies) -> [Route] {
    [
        .get(
            "/records/access-log", patientsRead, query: ["limit", "after", "from", "to"], operation: "listAccesses", ListAccesses(dependencies: dependencies).handle),
        .post(
            "/records/break-glass", Access.roles(.provider).scope("records:read"), bodyLimit: 16 << 10, operation: "breakGlass",
            BreakGlass(dependencies: dependencies).handle),
        .get(
            "/records/break-glass", Access.roles(.admin).scope("admin:audit"), query: ["limit", "after"], operation: "listBreakGlass",
            ListOverrides(dependencies: dependencies).handle)
    ]
}

private func appDataRoutes(_ dependencies: Dependencies) -> [Route] {
    let filters = AppDataFilters.names
    return [
        .post("/app-data", ownWrite, bodyLimit: AppData.limit, operation: "createAppData", CreateAppData(dependencies: dependencies).handle),
        .get("/app-data", ownRead, query: filters.union(["limit", "after"]), operation: "listAppData", ListAppData(dependencies: dependencies).handle),
        .get("/app-data/count", ownRead, query: filters, operation: "countAppData", CountAppData(dependencies: dependencies).handle),
        .get("/app-data/:id", ownRead, operation: "getAppData", ShowAppData(dependencies: dependencies).handle),
        .put("/app-data/:id", ownWrite, bodyLimit: AppData.limit, operation: "updateAppData", UpdateAppData(dependencies: dependencies).handle),
        .delete("/app-data/:id", ownWrite, bodyLimit: 0, operation: "deleteAppData", DeleteAppData(dependencies: dependencies).handle),
        .get("/records/:id", ownRead, operation: "getRecord", ShowRecord(dependencies: dependencies).handle)
    ]
}

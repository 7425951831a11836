import CareModels
import HTTP

/// Records' table of contents. Whose records they are is checked in the handlers (`Request.owner`).
func routes(_ dependencies: Dependencies) -> [Route] {
    FHIRRelease.allCases.flatMap { fhirRoutes(FHIRService(dependencies: dependencies, release: $0)) } + appDataRoutes(dependencies)
}

private let read = Access.roles(.patient, .service).scope("records:read")
private let write = Access.roles(.patient, .service).scope("records:write")

/// http://hl7.org/fhir/R4/http.html, the same in STU3.
private func fhirRoutes(_ fhir: FHIRService) -> [Route] {
    let path = fhir.release.path
    let name = fhir.release == .r4 ? "R4" : "STU3"
    let shown: Set<String> = ["_format", "_pretty"]
    let reading = ReadResource(fhir: fhir)
    let searching = SearchResources(fhir: fhir)
    let routes: [Route] = [
        .get("\(path)/metadata", .anyone, query: shown, operation: "showCapabilities\(name)", ShowCapabilities(fhir: fhir).handle),
        .post(
            path, write.scope("records:read"), query: shown, bodyLimit: FHIRService.bundleLimit, operation: "runBundle\(name)",
            RunBundle(fhir: fhir).handle
        ).heavy(),
        .post(
            "\(path)/:type", write, query: shown, bodyLimit: FHIRService.resourceLimit, operation: "createResource\(name)",
            CreateResource(fhir: fhir).handle),
        Route.get("\(path)/:type", read, query: SearchQuery.names, operation: "searchResources\(name)", searching.handle)
            .repeating("_lastUpdated", "_created", "_annotations"),
        .post("\(path)/:type/_search", read, query: shown, bodyLimit: 64 << 10, operation: "searchResourcesByForm\(name)", searching.handleForm),
        .get("\(path)/:type/:id", read, query: shown, operation: "readResource\(name)", reading.handle),
        .put(
            "\(path)/:type/:id", write, query: shown, bodyLimit: FHIRService.resourceLimit, operation: "updateResource\(name)",
            UpdateResource(fhir: fhir).handle),
        .delete("\(path)/:type/:id", write, query: shown, bodyLimit: 0, operation: "deleteResource\(name)", DeleteResource(fhir: fhir).handle),
        .get("\(path)/:type/:id/_history", read, query: ShowHistory.query, operation: "showHistory\(name)", ShowHistory(fhir: fhir).handle),
        .get("\(path)/:type/:id/_history/:version", read, query: shown, operation: "readVersion\(name)", reading.handleVersion)
    ]
    return routes.map { $0.rendering(problems: OperationOutcome.response) }
}

private func appDataRoutes(_ dependencies: Dependencies) -> [Route] {
    let storing = StoreAppData(dependencies: dependencies)
    let listing = ListAppData(dependencies: dependencies)
    return [
        .post("/app-data", write, bodyLimit: AppData.limit, operation: "createAppData", storing.create),
        .get("/app-data", read, query: ListAppData.filters.union(["limit", "after", "page"]), operation: "listAppData", listing.handle),
        .get("/app-data/count", read, query: ListAppData.filters, operation: "countAppData", listing.count),
        .get("/app-data/:id", read, operation: "getAppData", ShowAppData(dependencies: dependencies).handle),
        .put("/app-data/:id", write, bodyLimit: AppData.limit, operation: "updateAppData", storing.update),
        .delete("/app-data/:id", write, bodyLimit: 0, operation: "deleteAppData", storing.delete),
        .get("/records/:id", read, operation: "getRecord", ShowRecord(dependencies: dependencies).handle)
    ]
}

import CareModels
import FHIR
import HTTP

/// Records' table of contents. Whose records they are is checked in the handlers (`Request.owner`).
func routes(_ dependencies: Dependencies) -> [Route] {
    FHIRRelease.allCases.flatMap { fhirRoutes(dependencies, $0) } + appDataRoutes(dependencies)
}

private let read = Access.roles(.patient, .service).scope("records:read")
private let write = Access.roles(.patient, .service).scope("records:write")

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
        .get(
            "\(path)/:type", read.orClinical(.search), query: ["*"], operation: "searchResources\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .query).handle),
        .post(
            "\(path)/:type/_search", read.orClinical(.search), query: ["*"], bodyLimit: 64 << 10, operation: "searchResourcesByForm\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .form).handle),
        .get(
            path, read.orClinical(.search), query: ["*"], operation: "searchAll\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .query, over: .all).handle),
        .post(
            "\(path)/_search", read.orClinical(.search), query: ["*"], bodyLimit: 64 << 10, operation: "searchAllByForm\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .form, over: .all).handle),
        .get(
            "\(path)/:type/:id/:inner", read.orClinical(.search), query: ["*"], operation: "searchCompartment\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .query, over: .compartment).handle),
        .post(
            "\(path)/:type/:id/:inner/_search", read.orClinical(.search), query: ["*"], bodyLimit: 64 << 10, operation: "searchCompartmentByForm\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .form, over: .compartment).handle),
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

private func appDataRoutes(_ dependencies: Dependencies) -> [Route] {
    let filters = AppDataFilters.names
    return [
        .post("/app-data", write, bodyLimit: AppData.limit, operation: "createAppData", CreateAppData(dependencies: dependencies).handle),
        .get("/app-data", read, query: filters.union(["limit", "after"]), operation: "listAppData", ListAppData(dependencies: dependencies).handle),
        .get("/app-data/count", read, query: filters, operation: "countAppData", CountAppData(dependencies: dependencies).handle),
        .get("/app-data/:id", read, operation: "getAppData", ShowAppData(dependencies: dependencies).handle),
        .put("/app-data/:id", write, bodyLimit: AppData.limit, operation: "updateAppData", UpdateAppData(dependencies: dependencies).handle),
        .delete("/app-data/:id", write, bodyLimit: 0, operation: "deleteAppData", DeleteAppData(dependencies: dependencies).handle),
        .get("/records/:id", read, operation: "getRecord", ShowRecord(dependencies: dependencies).handle)
    ]
}

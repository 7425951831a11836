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
        Route.get(
            "\(path)/:type", read.orClinical(.search), query: SearchQuery.names, operation: "searchResources\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .query).handle
        ).repeating("_lastUpdated", "_created", "_annotations"),
        .post(
            "\(path)/:type/_search", read.orClinical(.search), query: shown, bodyLimit: 64 << 10, operation: "searchResourcesByForm\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .form).handle),
        .get(
            "\(path)/:type/:id", read.orClinical(.read), query: shown, operation: "readResource\(name)",
            ReadResource(dependencies: dependencies, release: release).handle),
        .patch(
            "\(path)/:type/:id", write.orClinical(.update), query: shown, bodyLimit: ResourceDraft.limit, operation: "patchResource\(name)",
            PatchResource(dependencies: dependencies, release: release).handle),
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
    let all = routes + conditionalRoutes(dependencies, release) + wholeRoutes(dependencies, release)
    return all.map { $0.rendering(problems: OperationOutcomeView.response) }
}

/// Writes of what a search finds: http://hl7.org/fhir/R4/http.html#cond-update. Their query is read as a search's.
private func conditionalRoutes(_ dependencies: Dependencies, _ release: FHIRRelease) -> [Route] {
    let path = "\(release.path)/:type"
    let name = release == .r4 ? "R4" : "STU3"
    return [
        .put(
            path, write.orClinical(.update), query: ["*"], bodyLimit: ResourceDraft.limit, operation: "updateFoundResource\(name)",
            UpdateResource(dependencies: dependencies, release: release, isByCondition: true).handle),
        .patch(
            path, write.orClinical(.update), query: ["*"], bodyLimit: ResourceDraft.limit, operation: "patchFoundResource\(name)",
            PatchResource(dependencies: dependencies, release: release, isByCondition: true).handle),
        .delete(
            path, write.orClinical(.delete), query: ["*"], bodyLimit: 0, operation: "deleteFoundResource\(name)",
            DeleteResource(dependencies: dependencies, release: release, isByCondition: true).handle)
    ]
}

/// What is about many resources at once: histories, everything, export and import.
private func wholeRoutes(_ dependencies: Dependencies, _ release: FHIRRelease) -> [Route] {
    let path = release.path
    let name = release == .r4 ? "R4" : "STU3"
    let shown: Set<String> = ["_format", "_pretty"]
    return [
        .get(
            "\(path)/_history", read.orClinical(.read), query: ShowHistories.query, operation: "showSystemHistory\(name)",
            ShowHistories(dependencies: dependencies, release: release).handle),
        .get(
            "\(path)/:type/_history", read.orClinical(.read), query: ShowHistories.query, operation: "showTypeHistory\(name)",
            ShowHistories(dependencies: dependencies, release: release, isOfType: true).handle),
        .get(
            "\(path)/:type/:id/$diff", read.orClinical(.read), query: ShowDifference.query, operation: "showDifference\(name)",
            ShowDifference(dependencies: dependencies, release: release).handle),
        .get(
            "\(path)/:type/:id/$everything", read.orClinical(.read), query: ShowEverything.query, operation: "showEverything\(name)",
            ShowEverything(dependencies: dependencies, release: release).handle
        ).heavy(),
        .get(
            "\(path)/$export", read.orClinical(.read), query: StartExport.query, operation: "startExport\(name)",
            StartExport(dependencies: dependencies, release: release).handle),
        .get(
            "\(path)/:type/$export", read.orClinical(.read), query: StartExport.query, operation: "startPatientExport\(name)",
            StartExport(dependencies: dependencies, release: release, isOfPatients: true).handle),
        .get(
            "\(path)/$export-status/:export", read.orClinical(.read), query: shown, operation: "showExport\(name)",
            ShowExport(dependencies: dependencies, release: release).handle),
        .delete(
            "\(path)/$export-status/:export", read.orClinical(.read), query: shown, bodyLimit: 0, operation: "cancelExport\(name)",
            CancelExport(dependencies: dependencies, release: release).handle),
        .get(
            "\(path)/$export-file/:export/:file", read.orClinical(.read), query: shown, operation: "downloadExport\(name)",
            DownloadExport(dependencies: dependencies, release: release).handle
        ).heavy(),
        .post(
            "\(path)/$import", write.orClinical(.create), query: shown, bodyLimit: ImportResources.limit, operation: "importResources\(name)",
            ImportResources(dependencies: dependencies, release: release).handle
        ).streamed().heavy()
    ]
}

private func appDataRoutes(_ dependencies: Dependencies) -> [Route] {
    let filters = AppDataFilters.names
    return [
        .post("/app-data", write, bodyLimit: AppData.limit, operation: "createAppData", CreateAppData(dependencies: dependencies).handle),
        .get("/app-data", read, query: filters.union(["limit", "after"]), operation: "listAppData", ListAppData(dependencies: dependencies).handle),
        .get("/app-data/count", read, query: filters, operation: "countAppData", CountAppData(dependencies: dependencies).handle),
        .post(
            "/app-data/batch", write.scope("records:read"), bodyLimit: AppDataBatch.limit, operation: "runAppDataBatch",
            RunAppDataBatch(dependencies: dependencies).handle
        ).heavy(),
        .get("/app-data/:id", read, operation: "getAppData", ShowAppData(dependencies: dependencies).handle),
        .put("/app-data/:id", write, bodyLimit: AppData.limit, operation: "updateAppData", UpdateAppData(dependencies: dependencies).handle),
        .delete("/app-data/:id", write, bodyLimit: 0, operation: "deleteAppData", DeleteAppData(dependencies: dependencies).handle),
        .get("/app-data/:id/history", read, query: ["limit", "after"], operation: "listAppDataVersions", ListAppDataVersions(dependencies: dependencies).handle),
        .get("/app-data/:id/history/:version", read, operation: "getAppDataVersion", ShowAppDataVersion(dependencies: dependencies).handle),
        .get("/records/:id", read, operation: "getRecord", ShowRecord(dependencies: dependencies).handle),
        .post(
            "/records/purge", Access.roles(.patient).scope("records:write").inPerson(), bodyLimit: 1 << 10, operation: "purgeRecord",
            PurgeWholeRecord(dependencies: dependencies).handle),
        .get("/records/receipts", read, query: ["limit", "after"], operation: "listReceipts", ListReceipts(dependencies: dependencies).handle),
        .get("/records/receipts/jwks", .anyone, operation: "getReceiptKeys", ShowReceiptKeys(dependencies: dependencies).handle)
    ]
}

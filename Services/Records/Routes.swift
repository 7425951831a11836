import CareModels
import CareService
import FHIR
import HTTP

/// Records' table of contents. Whose records they are is checked in the handlers (`Request.access`, `Request.owner`), and whatever they do is noted.
func routes(_ dependencies: Dependencies) -> [Route] {
    var all = FHIRRelease.allCases.flatMap { release -> [Route] in
        fhirRoutes(dependencies, release) + binaryRoutes(dependencies, release) + accessRoutes(dependencies, release)
    }
    all += subscriptionRoutes(dependencies)
    all += appDataRoutes(dependencies)
    all += uploadRoutes(dependencies)
    all += logRoutes(dependencies)
    let noted = NotedRequests(dependencies: dependencies)
    return all.map { route in route.access.needsToken ? route.within(noted.handle).computing(when: { $0.hangsOnContents }) : route }
}

private let read = Access.roles(.patient, .provider, .service).scope("records:read")
private let write = Access.roles(.patient, .provider, .service).scope("records:write")
/// What a patch tests, what a search matches and what a bundle reads is told by the answer.
private let readingWrite = write.scope("records:read")
/// What is shared with nobody.
private let ownRead = Access.roles(.patient, .service).scope("records:read")
private let ownWrite = Access.roles(.patient, .service).scope("records:write")
private let patientsRead = Access.roles(.patient).scope("records:read")

/// Of what `$validate` is sent nothing is kept: a scope to read or to write will do, which the handler asks for.
private let validate = Access.roles(.patient, .provider, .service)

/// http://hl7.org/fhir/R4/http.html, the same in STU3.
private func fhirRoutes(_ dependencies: Dependencies, _ release: FHIRRelease) -> [Route] {
    let path = release.path
    let name = release == .r4 ? "R4" : "STU3"
    let shown: Set<String> = ["_format", "_pretty"]
    let part = shown.union([AttachmentChoice.parameter]).union(Request.subsetParameters)
    let routes: [Route] = [
        .get(
            "\(path)/.well-known/smart-configuration", .anyone, query: ["*"], operation: "getSMARTConfiguration\(name)",
            ShowSMARTConfiguration(dependencies: dependencies).handle),
        // Whoever asks for a mode or a summary of it gets all of it: http://hl7.org/fhir/R4/http.html#capabilities.
        .get(
            "\(path)/metadata", .anyone, query: ["*"], operation: "showCapabilities\(name)",
            ShowCapabilities(dependencies: dependencies, release: release).handle),
        .post(
            path, readingWrite.orClinical(.all), query: shown, bodyLimit: BatchBundle.limit, operation: "runBundle\(name)",
            RunBundle(dependencies: dependencies, release: release).handle
        ).heavy(),
        .post(
            "\(path)/:type", write.orClinical(.create), query: shown, bodyLimit: ResourceDraft.limit, operation: "createResource\(name)",
            CreateResource(dependencies: dependencies, release: release).handle
        ).computing(above: ResourceDraft.small),
        .post(
            "\(path)/:type/$validate", validate, query: ValidateResource.query, bodyLimit: ResourceDraft.limit, operation: "validateType\(name)",
            ValidateResource(dependencies: dependencies, release: release, isOfInstance: false).handle
        ).heavy(above: ResourceDraft.small).reading(),
        .post(
            "\(path)/:type/:id/$validate", validate, query: ValidateResource.query, bodyLimit: ResourceDraft.limit, operation: "validateInstance\(name)",
            // Without a body it may be a long one that is stored.
            ValidateResource(dependencies: dependencies, release: release, isOfInstance: true).handle
        ).heavy().reading(),
        .get(
            "\(path)/:type/:id", read.orClinical(.read), query: part, operation: "readResource\(name)",
            ReadResource(dependencies: dependencies, release: release).handle),
        .patch(
            "\(path)/:type/:id", readingWrite.orClinical(.update), query: shown, bodyLimit: ResourceDraft.limit, operation: "patchResource\(name)",
            PatchResource(dependencies: dependencies, release: release).handle
        ).heavy(),
        .put(
            "\(path)/:type/:id", write.orClinical(.update), query: shown, bodyLimit: ResourceDraft.limit, operation: "updateResource\(name)",
            UpdateResource(dependencies: dependencies, release: release).handle
        ).computing(above: ResourceDraft.small),
        .delete(
            "\(path)/:type/:id", write.orClinical(.delete), query: shown, operation: "deleteResource\(name)",
            DeleteResource(dependencies: dependencies, release: release).handle
        ).computing(),
        .get(
            "\(path)/:type/:id/_history", read.orClinical(.read), query: ShowHistory.query, operation: "showHistory\(name)",
            ShowHistory(dependencies: dependencies, release: release).handle
        ).computing().readingItsQuery(),
        .get(
            "\(path)/:type/:id/_history/:version", read.orClinical(.read), query: part, operation: "readVersion\(name)",
            ReadResourceVersion(dependencies: dependencies, release: release).handle)
    ]
    let all = routes + searchRoutes(dependencies, release) + conditionalRoutes(dependencies, release) + wholeRoutes(dependencies, release)
    return all.map { route in
        if route.path == path { return route.rendering(problems: OperationOutcomeView.atBase(of: release)) }
        return route.rendering(problems: OperationOutcomeView.response)
    }
}

/// http://hl7.org/fhir/R4/search.html: of a type, of all of them, and of a compartment; each by its address or by a form.
private func searchRoutes(_ dependencies: Dependencies, _ release: FHIRRelease) -> [Route] {
    let path = release.path
    let name = release == .r4 ? "R4" : "STU3"
    return [
        .get(
            "\(path)/:type", read.orClinical(.search), query: ["*"], operation: "searchResources\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .query).handle
        ).computing(),
        .post(
            "\(path)/:type/_search", read.orClinical(.search), query: ["*"], bodyLimit: 64 << 10, operation: "searchResourcesByForm\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .form).handle
        ).computing().reading(),
        .get(
            path, read.orClinical(.search), query: ["*"], operation: "searchAll\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .query, over: .all).handle
        ).computing(),
        .post(
            "\(path)/_search", read.orClinical(.search), query: ["*"], bodyLimit: 64 << 10, operation: "searchAllByForm\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .form, over: .all).handle
        ).computing().reading(),
        .get(
            "\(path)/:type/:id/:inner", read.orClinical(.search), query: ["*"], operation: "searchCompartment\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .query, over: .compartment).handle
        ).computing(),
        .post(
            "\(path)/:type/:id/:inner/_search", read.orClinical(.search), query: ["*"], bodyLimit: 64 << 10, operation: "searchCompartmentByForm\(name)",
            SearchResources(dependencies: dependencies, release: release, parametersIn: .form, over: .compartment).handle
        ).computing().reading()
    ]
}

/// What somebody subscribed to: http://hl7.org/fhir/uv/subscriptions-backport/STU1.1, which is of R4.
private func subscriptionRoutes(_ dependencies: Dependencies) -> [Route] {
    let path = FHIRRelease.r4.path
    let routes: [Route] = [
        .get(
            "\(path)/:type/$status", read.orClinical(.read), query: ShowSubscriptionStatus.queryOfAll, operation: "showSubscriptionStatuses",
            ShowSubscriptionStatus(dependencies: dependencies).handle
        ).repeating("id", "status"),
        .get(
            "\(path)/:type/:id/$status", read.orClinical(.read), query: ShowSubscriptionStatus.query, operation: "showSubscriptionStatus",
            ShowSubscriptionStatus(dependencies: dependencies, isOfOne: true).handle),
        .post(
            "\(path)/:type/$status", read.orClinical(.read), query: ShowSubscriptionStatus.query, bodyLimit: OperationParameters.limit,
            operation: "showSubscriptionStatusesByParameters", ShowSubscriptionStatus(dependencies: dependencies).handle
        ).reading(),
        .post(
            "\(path)/:type/:id/$status", read.orClinical(.read), query: ShowSubscriptionStatus.query, bodyLimit: OperationParameters.limit,
            operation: "showSubscriptionStatusByParameters", ShowSubscriptionStatus(dependencies: dependencies, isOfOne: true).handle
        ).reading(),
        .post(
            "\(path)/:type/:id/$events", read.orClinical(.read), query: ShowSubscriptionStatus.query, bodyLimit: OperationParameters.limit,
            operation: "showSubscriptionEventsByParameters", ShowSubscriptionEvents(dependencies: dependencies).handle
        ).reading(),
        .get(
            "\(path)/:type/:id/$events", read.orClinical(.read), query: ShowSubscriptionEvents.query, operation: "showSubscriptionEvents",
            ShowSubscriptionEvents(dependencies: dependencies).handle
        ).readingItsQuery()
    ]
    return routes.map { $0.rendering(problems: OperationOutcomeView.response) }
}

/// Writes of what a search finds: http://hl7.org/fhir/R4/http.html#cond-update. Their query is read as a search's.
private func conditionalRoutes(_ dependencies: Dependencies, _ release: FHIRRelease) -> [Route] {
    let path = "\(release.path)/:type"
    let name = release == .r4 ? "R4" : "STU3"
    return [
        .put(
            path, readingWrite.orClinical(.update), query: ["*"], bodyLimit: ResourceDraft.limit, operation: "updateFoundResource\(name)",
            UpdateResource(dependencies: dependencies, release: release, isByCondition: true).handle
        ).computing(),
        .patch(
            path, readingWrite.orClinical(.update), query: ["*"], bodyLimit: ResourceDraft.limit, operation: "patchFoundResource\(name)",
            PatchResource(dependencies: dependencies, release: release, isByCondition: true).handle
        ).heavy(),
        .delete(
            path, readingWrite.orClinical(.delete), query: ["*"], operation: "deleteFoundResource\(name)",
            DeleteResource(dependencies: dependencies, release: release, isByCondition: true).handle
        ).computing()
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
            ShowHistories(dependencies: dependencies, release: release).handle
        ).computing().readingItsQuery(),
        .get(
            "\(path)/:type/_history", read.orClinical(.read), query: ShowHistories.query, operation: "showTypeHistory\(name)",
            ShowHistories(dependencies: dependencies, release: release, isOfType: true).handle
        ).computing().readingItsQuery(),
        .get(
            "\(path)/:type/:id/$diff", read.orClinical(.read), query: ShowDifference.query, operation: "showDifference\(name)",
            ShowDifference(dependencies: dependencies, release: release).handle
        ).heavy().readingItsQuery(),
        .post(
            "\(path)/:type/:id/$diff", read.orClinical(.read), query: shown, bodyLimit: OperationParameters.limit, operation: "showDifferenceByParameters\(name)",
            ShowDifference(dependencies: dependencies, release: release).handle
        ).heavy().reading(),
        .get(
            "\(path)/:type/:id/$everything", read.orClinical(.read), query: ShowEverything.query, operation: "showEverything\(name)",
            ShowEverything(dependencies: dependencies, release: release).handle
        ).heavy().readingItsQuery(),
        .post(
            "\(path)/:type/:id/$everything", read.orClinical(.read), query: shown, bodyLimit: OperationParameters.limit, operation: "showEverythingByParameters\(name)",
            ShowEverything(dependencies: dependencies, release: release).handle
        ).heavy().reading(),
        .get(
            "\(path)/$export", read.orClinical(.read), query: ["*"], operation: "startExport\(name)",
            StartExport(dependencies: dependencies, release: release).handle
        ).inTurn(),
        .post(
            "\(path)/$export", read.orClinical(.read), query: ["*"], operation: "startExportByParameters\(name)",
            StartExport(dependencies: dependencies, release: release).handle
        ).inTurn(),
        .get(
            "\(path)/:type/$export", read.orClinical(.read), query: ["*"], operation: "startPatientExport\(name)",
            StartExport(dependencies: dependencies, release: release, isOfPatients: true).handle
        ).inTurn(),
        .post(
            "\(path)/:type/$export", read.orClinical(.read), query: ["*"], bodyLimit: ExportWish.limit, operation: "startPatientExportByParameters\(name)",
            StartExport(dependencies: dependencies, release: release, isOfPatients: true).handle
        ).inTurn(),
        .get(
            "\(path)/$export/:export/status", read.orClinical(.read), query: shown, operation: "showExport\(name)",
            ShowExport(dependencies: dependencies, release: release).handle),
        .delete(
            "\(path)/$export/:export/status", read.orClinical(.read), query: shown, operation: "cancelExport\(name)",
            CancelExport(dependencies: dependencies, release: release).handle
        ).inTurn(),
        .get(
            "\(path)/$export/:export/files/:file", read.orClinical(.read), query: shown, operation: "downloadExport\(name)",
            DownloadExport(dependencies: dependencies, release: release).handle
        ).heavy(),
        .post(
            "\(path)/$import", write.orClinical(.create), query: shown, bodyLimit: ImportResources.limit, operation: "importResources\(name)",
            ImportResources(dependencies: dependencies, release: release).handle
        ).streamed().heavy()
    ]
}

/// What is large, and comes and goes as it is.
private func binaryRoutes(_ dependencies: Dependencies, _ release: FHIRRelease) -> [Route] {
    let path = release.path
    let name = release == .r4 ? "R4" : "STU3"
    let shown: Set<String> = ["_format", "_pretty"]
    let binary = WriteBinary(dependencies: dependencies, release: release)
    let routes: [Route] = [
        .post(
            "\(path)/Binary", write.orClinical(.create), query: shown, bodyLimit: ContentChunks.most, operation: "createBinary\(name)", binary.create
        ).streamed().heavy().beside(),
        .put(
            "\(path)/Binary/:id", write.orClinical(.update), query: shown, bodyLimit: ContentChunks.most, operation: "updateBinary\(name)", binary.update
        ).streamed().heavy().beside(),
        .get(
            "\(path)/Binary/:id", read.orClinical(.read), query: shown.union([PictureSize.parameter]).union(ShowHistories.query), operation: "readBinary\(name)",
            ReadBinary(dependencies: dependencies, release: release).handle
        ).computing().beside(),
        .get(
            "\(path)/:type/:id/\(AttachmentLinks.operation)", read.orClinical(.read), query: ReadAttachment.query, operation: "readAttachment\(name)",
            ReadAttachment(dependencies: dependencies, release: release).handle
        ).computing()
    ]
    return routes.map { $0.rendering(problems: OperationOutcomeView.response) }
}

private func uploadRoutes(_ dependencies: Dependencies) -> [Route] {
    let create = write.orClinical(.create)
    let routes: [Route] = [
        .post("/records/uploads", create, bodyLimit: 0, operation: "createUpload", CreateUpload(dependencies: dependencies).handle)
            .computing().telling(Tus.discovery),
        .get("/records/uploads/:id", create, operation: "getUpload", ShowUpload(dependencies: dependencies).handle),
        Route.patch(
            "/records/uploads/:id", create, bodyLimit: ContentChunks.most, operation: "appendToUpload", AppendToUpload(dependencies: dependencies).handle
        ).streamed().heavy(),
        .delete("/records/uploads/:id", create, operation: "deleteUpload", DeleteUpload(dependencies: dependencies).handle)
    ]
    return routes.map { $0.within(Tus.answering).rendering(problems: Tus.response) }
}

/// Who may see what, and who did.
private func accessRoutes(_ dependencies: Dependencies, _ release: FHIRRelease) -> [Route] {
    let name = release == .r4 ? "R4" : "STU3"
    let routes: [Route] = [
        .get(
            "\(release.path)/$explain-access", patientsRead, query: ExplainAccess.query, operation: "explainAccess\(name)",
            ExplainAccess(dependencies: dependencies, release: release).handle
        ).computing()
    ]
    return routes.map { $0.rendering(problems: OperationOutcomeView.response) }
}

private func logRoutes(_ dependencies: Dependencies) -> [Route] {
    // Each time the patient is told, and it stays in their log. In an emergency several come at once.
    let overrides = CallerLimiter(burst: 30, every: .seconds(30))
    return [
        .get(
            "/records/access-log", patientsRead, query: ["limit", "after", "from", "to"], operation: "listAccesses", ListAccesses(dependencies: dependencies).handle
        ).computing(),
        .post(
            "/records/break-glass", Access.roles(.provider).scope("records:read"), bodyLimit: 16 << 10, operation: "breakGlass",
            BreakGlass(dependencies: dependencies).handle
        ).limited(by: overrides),
        .get(
            "/records/break-glass", Access.roles(.admin).scope("admin:audit"), query: ["limit", "after"], operation: "listBreakGlass",
            ListOverrides(dependencies: dependencies).handle)
    ]
}

private func appDataRoutes(_ dependencies: Dependencies) -> [Route] {
    let filters = AppDataFilters.names
    // Whose devices they are, they alone say.
    let own = Access.roles(.patient).scope("records:write").inPerson()
    return [
        .post("/app-data", ownWrite, bodyLimit: AppData.limit, operation: "createAppData", CreateAppData(dependencies: dependencies).handle).computing(),
        .get("/app-data", ownRead, query: filters.union(["limit", "after"]), operation: "listAppData", ListAppData(dependencies: dependencies).handle).computing(),
        .get(
            "/app-data/count", ownRead, query: filters, operation: "countAppData", CountAppData(dependencies: dependencies).handle
        ).computing().readingItsQuery(),
        .post(
            "/app-data/batch", ownWrite.scope("records:read"), bodyLimit: AppDataBatch.limit, operation: "runAppDataBatch",
            RunAppDataBatch(dependencies: dependencies).handle
        ).heavy(),
        .post(
            "/app-data/keys/challenges", own, operation: "challengeAppDataKey", ChallengeAppDataKey(dependencies: dependencies).handle
        ).inTurn(),
        .post("/app-data/keys", own, operation: "createAppDataKey", CreateAppDataKey(dependencies: dependencies).handle).inTurn(),
        .get(
            "/app-data/keys", .roles(.patient).scope("records:read"), query: ["limit", "after"], operation: "listAppDataKeys",
            ListAppDataKeys(dependencies: dependencies).handle),
        .delete("/app-data/keys/:id", own, operation: "retireAppDataKey", DeleteAppDataKey(dependencies: dependencies).handle).inTurn(),
        .get("/app-data/:id", ownRead, operation: "getAppData", ShowAppData(dependencies: dependencies).handle),
        .put("/app-data/:id", ownWrite, bodyLimit: AppData.limit, operation: "updateAppData", UpdateAppData(dependencies: dependencies).handle).computing(),
        .delete("/app-data/:id", ownWrite, operation: "deleteAppData", DeleteAppData(dependencies: dependencies).handle),
        .get("/app-data/:id/history", ownRead, query: ["limit", "after"], operation: "listAppDataVersions", ListAppDataVersions(dependencies: dependencies).handle)
            .computing(),
        .get("/app-data/:id/history/:version", ownRead, operation: "getAppDataVersion", ShowAppDataVersion(dependencies: dependencies).handle),
        .get("/records/:id", ownRead, operation: "getRecord", ShowRecord(dependencies: dependencies).handle),
        .post(
            "/records/purge", Access.roles(.patient).scope("records:write").inPerson(), bodyLimit: 1 << 10, operation: "purgeRecord",
            PurgeWholeRecord(dependencies: dependencies).handle
        ).computing(),
        .get("/records/receipts", ownRead, query: ["limit", "after"], operation: "listReceipts", ListReceipts(dependencies: dependencies).handle),
        .get("/records/receipts/jwks", .anyone, operation: "getReceiptKeys", ShowReceiptKeys(dependencies: dependencies).handle),
        .get(
            "/records/measurement-keys/:id", .roles(.service).scope("measurements:read"), operation: "getMeasurementKey",
            ShowMeasurementKey(dependencies: dependencies).handle)
    ]
}

import HTTP

/// The API reference, in which one logs in and tries requests: Swagger UI, served from here.
struct ShowReference: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) -> Response {
        guard let files = ReferenceFiles(dependencies.site) else { return ReferenceMissingPage(missing: dependencies.site.missing).page.answer(request) }
        return ReferencePage(files: files, client: dependencies.settings.client).page.answer(request)
    }
}

/// Where the login comes back to, in a window of its own: hands the code to the reference that opened it.
struct FinishLogin: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) throws -> Response {
        guard let files = ReferenceFiles(dependencies.site) else { return try request.nothingHere() }
        return LoginDonePage(files: files).page.answer(request)
    }
}

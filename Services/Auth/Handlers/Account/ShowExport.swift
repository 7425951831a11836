import HTTP

/// `GET /account/data`: what a copy of one's data holds, and the form that gives it.
struct ShowExport: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await OwnAccountPages(dependencies: dependencies).at(.export, request) { visitor in
            visitor.visit.response(ExportPage(user: visitor.user, form: visitor.visit.form).page)
        }
    }
}

import HTTP

/// `GET /admin`
struct ShowAdministration: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await AdminPages(dependencies: dependencies).at(request) { $0.visit.response(AdministrationPage().page) }
    }
}

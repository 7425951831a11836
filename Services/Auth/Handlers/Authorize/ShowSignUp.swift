import HTTP

/// `GET /oauth/signup`: the page, for the authorization request in its query.
struct ShowSignUp: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let visits = Visits(dependencies: dependencies)
        return try await visits.answeringFaults(request, status: .found) {
            try await visits.visit(request, query: request.queryString).signUpPage()
        }
    }
}

import HTTP

/// `GET /account`: what one's account shows, and what can be done with it.
struct ShowAccount: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await OwnAccountPages(dependencies: dependencies).at(.overview, request) { visitor in
            visitor.visit.response(AccountPage(user: visitor.user).page)
        }
    }
}

import HTTP

/// `GET /account/change-email`: the form to name another address, or to have another link sent to one's own.
struct ShowEmailChange: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await OwnAccountPages(dependencies: dependencies).withEveryFactor(at: .email, request) { visitor in
            visitor.visit.response(EmailChangePage(user: visitor.user, form: visitor.visit.form).page)
        }
    }
}

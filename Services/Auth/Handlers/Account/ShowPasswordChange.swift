import HTTP

/// `GET /account/change-password`: the form to change one's password.
struct ShowPasswordChange: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await OwnAccountPages(dependencies: dependencies).withEveryFactor(at: .password, request) { visitor in
            visitor.visit.response(PasswordChangePage(form: visitor.visit.form).page)
        }
    }
}

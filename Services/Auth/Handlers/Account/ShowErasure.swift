import HTTP

/// `GET /account/erase`: what erasing one's account means, and the form that does it.
struct ShowErasure: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await OwnAccountPages(dependencies: dependencies).at(.erasure, request) { visitor in
            visitor.visit.response(ErasurePage(user: visitor.user, grace: dependencies.settings.erasureGrace, form: visitor.visit.form).page)
        }
    }
}

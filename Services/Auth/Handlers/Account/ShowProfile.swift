import HTTP

/// `GET /account/profile`: the form to change what one's account shows.
struct ShowProfile: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await OwnAccountPages(dependencies: dependencies).at(.profile, request) { visitor in
            visitor.visit.response(ProfilePage(user: visitor.user, form: visitor.visit.form).page)
        }
    }
}

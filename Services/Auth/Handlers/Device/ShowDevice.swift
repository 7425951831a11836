import HTTP

/// `GET /device`: where a person types the code that a device shows.
struct ShowDevice: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await OwnAccountPages(dependencies: dependencies).at(.device, request) { visitor in
            visitor.visit.response(DevicePage(username: visitor.user.username, form: visitor.visit.form).page)
        }
    }
}

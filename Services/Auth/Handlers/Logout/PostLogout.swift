import HTTP

/// `POST /oauth/logout`: the same by a form. Another site's form does not bring our cookies along, so the browser is sent to ask by itself.
struct PostLogout: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await Logouts(dependencies: dependencies).answeringFaults(request) {
            let form = String(decoding: request.body, as: UTF8.self)
            return .redirect(to: "/oauth/logout?" + FormEncoding.encode(try Logouts.pairs(form)))
        }
    }
}

import HTTP

/// `POST /oauth/authorize`, which OpenID Connect asks for. Another site's form does not bring our cookies along, so the
/// browser is sent to ask by itself.
struct PostAuthorize: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await Visits(dependencies: dependencies).answeringFaults(request, status: .seeOther) {
            let form = String(decoding: request.body, as: UTF8.self)
            return .redirect(to: "/oauth/authorize?" + FormEncoding.encode(try Visits.pairs(form)))
        }
    }
}

import HTTP

/// `POST /oauth/logout/confirm`: the form of the page that asks.
struct ConfirmLogout: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let logouts = Logouts(dependencies: dependencies)
        return try await logouts.answeringFaults(request) {
            let form = try request.form()
            let visit = try await logouts.visit(request, query: form["request"] ?? "")
            guard visit.browser.sent(form, about: visit.form.request, dependencies.forms) else {
                return try await logouts.ask(visit, .forbidden, alert: visit.browser.refusal)
            }
            return try await logouts.logOut(visit, request, status: .seeOther)
        }
    }
}

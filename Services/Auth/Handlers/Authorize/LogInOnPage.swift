import CareModels
import HTTP
import Postgres

extension Handlers {
    func logInPage(
        _ visit: Visit, status: HTTPResponseStatus = .ok, username: String? = nil, alert: String? = nil, headers: HTTPHeaders = [:]
    ) -> Response {
        let page = LoginPage(
            clientName: visit.client.name, username: username ?? visit.authorization.loginHint ?? "", alert: alert, form: formContext(visit))
        var all = visit.browser.headers
        all.add(contentsOf: headers)
        return page.page.response(status, formTarget: visit.formTarget, headers: all)
    }

    /// `POST /oauth/login`: the login page's form.
    func logInOnPage(_ request: Request) async throws -> Response {
        try await answeringFaults(status: .seeOther) {
            let form = try request.form()
            let visit = try await visit(request, query: form["request"] ?? "")
            let username = form["username"] ?? ""
            guard isOwnForm(form, visit) else { return logInPage(visit, status: .forbidden, username: username, alert: Self.staleForm) }
            let secret = Base64URL.encode(Secret.random())
            do {
                try await authenticate(username: username, password: form["password"] ?? "", client: visit.client.id, request: request) { user, tx in
                    try await beginBrowserSession(secret, user: user.id, visit, in: tx)
                    try await tx.audit(dependencies.entry(.loggedIn, request, user: user.id, client: visit.client.id))
                }
            } catch LoginRefusal.wrong {
                let alert = "The username or the password is wrong."
                return logInPage(visit, status: .unprocessableEntity, username: username, alert: alert)
            } catch LoginRefusal.blocked(let seconds) {
                let alert = "Too many attempts failed. Please wait \(seconds) s before the next."
                return logInPage(
                    visit, status: .tooManyRequests, username: username, alert: alert, headers: ["Retry-After": String(seconds)])
            } catch is HashingThreads.Busy {
                return logInPage(visit, status: .serviceUnavailable, username: username, alert: Self.busy, headers: ["Retry-After": "1"])
            }
            return goOn(visit, session: secret)
        }
    }

    /// Logs the browser in, in place of whoever was logged in with it.
    func beginBrowserSession(_ secret: String, user: UserID, _ visit: Visit, in tx: Transaction) async throws {
        let instant = dependencies.now()
        if let old = visit.browser.sessionHash { try await tx.deleteBrowserSession(tokenHash: old) }
        try await tx.insertBrowserSession(
            tokenHash: Secret.hash(secret), user: user, authTime: instant,
            expiresAt: instant.addingTimeInterval(dependencies.config.browserSessionLifetime))
    }

    /// Back to the authorization request, now logged in.
    func goOn(_ visit: Visit, session secret: String) -> Response {
        let rest = AuthorizationRequest.afterLogin(FormEncoding.pairs(visit.query))
        var headers = visit.browser.sessionHeaders(secret, maxAge: Int(dependencies.config.browserSessionLifetime))
        headers.add(name: "Cache-Control", value: "no-store")
        return .redirect(to: "/oauth/authorize?" + FormEncoding.encode(rest), headers: headers)
    }
}

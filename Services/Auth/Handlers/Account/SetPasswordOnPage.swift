import CareModels
import HTTP

/// `POST /account/reset/password`: the form that sets a new password by a link.
struct SetPasswordOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let query = form["request"] ?? ""
        let visit = AccountVisit(request, query: query, dependencies)
        let (token, now) = (form["token"] ?? "", dependencies.now())
        func page(_ status: HTTPResponseStatus, fault: Text? = nil, alert: Text? = nil, headers: HTTPHeaders = [:]) -> Response {
            visit.response(NewPasswordPage(token: token, fault: fault, alert: alert, form: visit.form).page, status, headers: headers)
        }
        guard visit.isOwn(form, dependencies) else { return page(.forbidden, alert: visit.browser.refusal) }
        let (link, user) = try await dependencies.pool.withConnection { connection -> (AccountLink?, UserRecord?) in
            guard let link = try await connection.accountLink(Secret.hash(token), for: .password, now: now) else { return (nil, nil) }
            return (link, try await connection.user(link.userID))
        }
        guard let link, let user else { return visit.response(NoticePage.linkOver.page, .gone) }
        let password = PasswordPolicy.normalize(form["password"] ?? "")
        if let fault = dependencies.passwordPolicy.fault(in: password, username: user.username, email: user.email) {
            return page(.unprocessableEntity, fault: fault.message)
        }
        do {
            try await set(password, by: link, request)
        } catch Refusal.linkOver {
            return visit.response(NoticePage.linkOver.page, .gone)
        } catch is HashingThreads.Busy {
            return page(.serviceUnavailable, alert: Visit.busy, headers: ["Retry-After": "1"])
        }
        guard !query.isEmpty, let pairs = try? Visits.pairs(query) else { return visit.response(NoticePage.passwordSet.page) }
        // On to the app that they came from: logged in with the new one.
        return .redirect(to: "/oauth/authorize?" + FormEncoding.encode(pairs), headers: ["Cache-Control": "no-store"])
    }

    private func set(_ password: String, by link: AccountLink, _ request: Request) async throws {
        let hash = try await dependencies.passwords.hash(password)
        let replace = dependencies.replacePassword(in: request.pageLanguage.language)
        let set = SetPasswordByLink(replace: replace, identifiers: dependencies.identifiers, now: dependencies.now)
        let origin = dependencies.origin(of: request)
        try await dependencies.pool.transaction { tx in try await set(link, hash: hash, from: origin, tx) }
    }
}

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
        let takeBack = dependencies.takeBackAdditions(in: request.pageLanguage.language)
        let isWished = form["takeBack"] == "yes"
        guard visit.isOwn(form, dependencies) else {
            let page = NewPasswordPage(token: token, takesBack: isWished ? true : nil, alert: visit.browser.refusal, form: visit.form)
            return visit.response(page.page, .forbidden)
        }
        let (link, user, isOffered) = try await dependencies.pool.withConnection { connection -> (AccountLink?, UserRecord?, Bool) in
            guard let link = try await connection.accountLink(Secret.hash(token), for: .password, now: now), let user = try await connection.user(link.userID) else {
                return (nil, nil, false)
            }
            return (link, user, try await takeBack.isOffered(by: link, to: user, connection))
        }
        guard let link, let user else { return visit.response(NoticePage.linkOver.page, .gone) }
        func page(_ status: HTTPResponseStatus, fault: Text? = nil, alert: Text? = nil, headers: HTTPHeaders = [:]) -> Response {
            let page = NewPasswordPage(token: token, takesBack: isOffered ? isWished : nil, fault: fault, alert: alert, form: visit.form)
            return visit.response(page.page, status, headers: headers)
        }
        let password = PasswordPolicy.normalize(form["password"] ?? "")
        if let fault = dependencies.passwordPolicy.fault(in: password, username: user.username, email: user.email) {
            return page(.unprocessableEntity, fault: fault.message)
        }
        do {
            try await set(password, by: link, takingBack: isWished ? takeBack : nil, request)
        } catch Refusal.linkOver {
            return visit.response(NoticePage.linkOver.page, .gone)
        } catch is HashingThreads.Busy {
            return page(.serviceUnavailable, alert: Visit.busy, headers: ["Retry-After": "1"])
        }
        guard !query.isEmpty, let pairs = try? Visits.pairs(query) else { return visit.response(NoticePage.passwordSet.page) }
        // On to the app that they came from: logged in with the new one.
        return .redirect(to: "/oauth/authorize?" + FormEncoding.encode(pairs), headers: ["Cache-Control": "no-store"])
    }

    private func set(_ password: String, by link: AccountLink, takingBack takeBack: TakeBackAdditions?, _ request: Request) async throws {
        let hash = try await dependencies.passwords.hash(password)
        let replace = dependencies.replacePassword(in: request.pageLanguage.language)
        let set = SetPasswordByLink(replace: replace, identifiers: dependencies.identifiers, now: dependencies.now, takeBack: takeBack)
        let origin = dependencies.origin(of: request)
        try await dependencies.pool.transaction { tx in try await set(link, hash: hash, from: origin, tx) }
    }
}

import HTTP

/// `POST /account/verify`: the form of that page.
struct VerifyEmailOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let visit = AccountVisit(request, dependencies)
        let (token, now) = (form["token"] ?? "", dependencies.now())
        guard visit.isOwn(form, dependencies) else {
            return visit.response(VerifyEmailPage(address: nil, token: token, alert: visit.browser.refusal, form: visit.form).page, .forbidden)
        }
        let link = try await dependencies.pool.withConnection { try await $0.accountLink(Secret.hash(token), for: .email, now: now) }
        guard let link else { return visit.response(NoticePage.emailLinkOver.page, .gone) }
        let verify = VerifyEmail(tell: dependencies.tellOfAccount(in: request.pageLanguage.language), now: dependencies.now)
        let origin = dependencies.origin(of: request)
        do {
            try await dependencies.pool.transaction { tx in try await verify(link, from: origin, tx) }
        } catch Refusal.linkOver {
            return visit.response(NoticePage.emailLinkOver.page, .gone)
        }
        return visit.response(NoticePage.emailVerified.page)
    }
}

import HTTP

/// `GET /account/reset`: where to ask for a link; with `token`, which it brings along, where to set the password.
struct ShowReset: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let visit = AccountVisit(request, dependencies)
        guard let token = request.query["token"] else { return visit.response(ForgottenPage(form: visit.form).page) }
        let now = dependencies.now()
        let link = try await dependencies.pool.withConnection { try await $0.accountLink(Secret.hash(token), for: .password, now: now) }
        guard link != nil else { return visit.response(NoticePage.linkOver.page, .gone) }
        return visit.response(NewPasswordPage(token: token, form: visit.form).page)
    }
}

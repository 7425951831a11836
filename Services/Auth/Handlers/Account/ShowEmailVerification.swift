import HTTP

/// `GET /account/verify`: what a mailed link leads to. It proves nothing by itself, since mail servers look into links too: the person says that it is theirs.
struct ShowEmailVerification: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let visit = AccountVisit(request, dependencies)
        let (token, now) = (request.query["token"] ?? "", dependencies.now())
        let link = try await dependencies.pool.withConnection { try await $0.accountLink(Secret.hash(token), for: .email, now: now) }
        guard let address = link?.email else { return visit.response(NoticePage.emailLinkOver.page, .gone) }
        return visit.response(VerifyEmailPage(address: address, token: token, form: visit.form).page)
    }
}

import HTTP

/// `GET /account/reset`: where to ask for a link; with `token`, which it brings along, where to set the password.
struct ShowReset: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let visit = AccountVisit(request, dependencies)
        guard let token = request.query["token"] else { return visit.response(ForgottenPage(form: visit.form).page) }
        let now = dependencies.now()
        let takeBack = dependencies.takeBackAdditions(in: request.pageLanguage.language)
        let isOffered = try await dependencies.pool.withConnection { connection -> Bool? in
            guard let link = try await connection.accountLink(Secret.hash(token), for: .password, now: now), let user = try await connection.user(link.userID) else {
                return nil
            }
            return try await takeBack.isOffered(by: link, to: user, connection)
        }
        guard let isOffered else { return visit.response(NoticePage.linkOver.page, .gone) }
        return visit.response(NewPasswordPage(token: token, takesBack: isOffered ? false : nil, form: visit.form).page)
    }
}

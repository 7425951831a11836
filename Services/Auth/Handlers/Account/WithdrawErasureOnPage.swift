import HTTP

/// `POST /account/erase/withdraw`: the form of the page that who logs in to an account is led to that is to be erased.
struct WithdrawErasureOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let visit = AccountVisit(request, query: form["request"] ?? "", dependencies)
        guard visit.isOwn(form, dependencies) else { return visit.response(NoticePage.erasureStays.page, .forbidden) }
        let (token, now) = (form["token"] ?? "", dependencies.now())
        let link = try await dependencies.pool.withConnection { try await $0.accountLink(Secret.hash(token), for: .erasure, now: now) }
        guard let link else { return visit.response(NoticePage.erasureStays.page, .gone) }
        let (keep, origin) = (dependencies.keepAccount, dependencies.origin(of: request))
        do {
            try await dependencies.pool.transaction { tx in try await keep(link, from: origin, tx) }
        } catch Refusal.linkOver {
            return visit.response(NoticePage.erasureStays.page, .gone)
        }
        return visit.response(NoticePage.accountKept.page)
    }
}

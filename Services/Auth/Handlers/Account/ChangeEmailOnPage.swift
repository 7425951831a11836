import CareModels
import HTTP

/// `POST /account/change-email`: the form of that page. The address before stands until the new one is proven.
struct ChangeEmailOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let pages = OwnAccountPages(dependencies: dependencies)
        return try await pages.withEveryFactor(at: .email, request) { visitor in
            let visit = visitor.visit
            func again(_ status: HTTPResponseStatus, email: Text? = nil, password: Text? = nil, alert: Text? = nil, headers: HTTPHeaders = [:]) -> Response {
                let page = EmailChangePage(
                    user: visitor.user, typed: form["email"], emailFault: email, passwordFault: password, alert: alert, form: visit.form)
                return visit.response(page.page, status, headers: headers)
            }
            guard visit.isOwn(form, dependencies) else { return again(.forbidden, alert: Visit.staleForm) }
            let address: MailAddress
            do throws(MailAddress.Fault) {
                address = try MailAddress(form["email"] ?? "")
            } catch {
                return again(.unprocessableEntity, email: error.message)
            }
            let change = ChangeEmail(ask: dependencies.askToVerifyEmail(in: request.pageLanguage.language), now: dependencies.now)
            let unproven = try await pages.prove(form["password"] ?? "", of: visitor, request) { login in
                try await dependencies.pool.transaction { tx in try await change(login, to: address, tx) }
            }
            if let unproven { return again(unproven.status, password: unproven.fault, alert: unproven.alert, headers: unproven.headers) }
            return visit.response(NoticePage.addressLinkMailed.page)
        }
    }
}

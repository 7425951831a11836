import CareModels
import HTTP

/// `POST /account/change-password`: the form of that page. Whoever was logged in is logged out, this browser too.
struct ChangePasswordOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let pages = OwnAccountPages(dependencies: dependencies)
        return try await pages.withEveryFactor(at: .password, request) { visitor in
            let (visit, user) = (visitor.visit, visitor.user)
            func again(_ status: HTTPResponseStatus, current: Text? = nil, new: Text? = nil, alert: Text? = nil, headers: HTTPHeaders = [:]) -> Response {
                let page = PasswordChangePage(currentFault: current, newFault: new, alert: alert, form: visit.form)
                return visit.response(page.page, status, headers: headers)
            }
            guard visit.isOwn(form, dependencies) else { return again(.forbidden, alert: Visit.staleForm) }
            let password = PasswordPolicy.normalize(form["new"] ?? "")
            if let fault = dependencies.passwordPolicy.fault(in: password, username: user.username, email: user.email) {
                return again(.unprocessableEntity, new: fault.message)
            }
            let change = ChangePassword(replace: dependencies.replacePassword(in: request.pageLanguage.language), now: dependencies.now)
            let unproven = try await pages.prove(form["current"] ?? "", of: visitor, request) { login in
                let hash = try await dependencies.passwords.hash(password)
                try await dependencies.pool.transaction { tx in try await change(login, newHash: hash, keeping: nil, tx) }
            }
            if let unproven { return again(unproven.status, current: unproven.fault, alert: unproven.alert, headers: unproven.headers) }
            return visit.response(NoticePage.passwordSet.page, headers: visit.browser.loggedOutHeaders)
        }
    }
}

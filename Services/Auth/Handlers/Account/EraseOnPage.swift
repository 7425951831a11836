import CareModels
import HTTP

/// `POST /account/erase`: the form of that page, with the password.
struct EraseOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let pages = OwnAccountPages(dependencies: dependencies)
        return try await pages.at(.erasure, request) { visitor in
            let visit = visitor.visit
            func again(_ status: HTTPResponseStatus, fault: Text? = nil, alert: Text? = nil, headers: HTTPHeaders = [:]) -> Response {
                visit.response(ErasurePage(username: visitor.user.username, fault: fault, alert: alert, form: visit.form).page, status, headers: headers)
            }
            guard visit.isOwn(form, dependencies) else { return again(.forbidden, alert: Visit.staleForm) }
            let erasePerson = ErasePerson(masters: dependencies.masters, identifiers: dependencies.identifiers, now: dependencies.now)
            let erase = EraseOwnAccount(erase: erasePerson, now: dependencies.now)
            let unproven = try await pages.prove(form["password"] ?? "", of: visitor, request) { login in
                try await dependencies.pool.transaction { tx in try await erase(login, tx) }
            }
            if let unproven { return again(unproven.status, fault: unproven.fault, alert: unproven.alert, headers: unproven.headers) }
            return visit.response(NoticePage.accountErased.page, headers: visit.browser.loggedOutHeaders)
        }
    }
}

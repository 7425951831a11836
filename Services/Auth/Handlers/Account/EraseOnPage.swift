import CareModels
import HTTP

/// `POST /account/erase`: the form of that page, with the password and what else proves the person.
struct EraseOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let pages = OwnAccountPages(dependencies: dependencies)
        return try await pages.at(.erasure, request) { visitor in
            let visit = visitor.visit
            func again(_ unproven: OwnAccountPages.Unproven) -> Response {
                let page = ErasurePage(user: visitor.user, fault: unproven.fault, codeFault: unproven.codeFault, alert: unproven.alert, form: visit.form).page
                return visit.response(page, unproven.status, headers: unproven.headers)
            }
            guard visit.isOwn(form, dependencies) else { return again(.init(status: .forbidden, alert: Visit.staleForm)) }
            let erasePerson = ErasePerson(masters: dependencies.masters, identifiers: dependencies.identifiers, now: dependencies.now)
            let erase = EraseOwnAccount(admit: dependencies.admit, erase: erasePerson)
            let unproven = try await pages.prove(form["password"] ?? "", of: visitor, request) { login in
                try await dependencies.pool.transaction { tx in try await erase(login, code: form["code"], tx) }
            }
            if let unproven { return again(unproven) }
            return visit.response(NoticePage.accountErased.page, headers: visit.browser.loggedOutHeaders)
        }
    }
}

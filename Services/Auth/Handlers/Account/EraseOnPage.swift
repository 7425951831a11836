import CareModels
import Foundation
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
                let page = ErasurePage(
                    user: visitor.user, grace: dependencies.settings.erasureGrace, fault: unproven.fault, codeFault: unproven.codeFault, alert: unproven.alert,
                    form: visit.form
                ).page
                return visit.response(page, unproven.status, headers: unproven.headers)
            }
            guard visit.isOwn(form, dependencies) else { return again(.init(status: .forbidden, alert: Visit.staleForm)) }
            let erase = EraseOwnAccount(admit: dependencies.admit, ask: dependencies.askForErasure(in: request.pageLanguage.language))
            var eraseAt: Date?
            let unproven = try await pages.prove(form["password"] ?? "", of: visitor, request) { login in
                eraseAt = try await dependencies.pool.transaction { tx in try await erase(login, code: form["code"], tx) }
            }
            if let unproven { return again(unproven) }
            let notice = eraseAt.map { NoticePage.accountToBeErased(on: $0) } ?? .accountErased
            return visit.response(notice.page, headers: visit.browser.loggedOutHeaders)
        }
    }
}

import CareModels
import HTTP

/// `POST /account/data`: the form of that page, with the password and what else proves the person; it answers with the file.
struct ExportOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let pages = OwnAccountPages(dependencies: dependencies)
        return try await pages.at(.export, request) { visitor in
            let visit = visitor.visit
            func again(_ unproven: OwnAccountPages.Unproven) -> Response {
                let page = ExportPage(user: visitor.user, fault: unproven.fault, codeFault: unproven.codeFault, alert: unproven.alert, form: visit.form).page
                return visit.response(page, unproven.status, headers: unproven.headers)
            }
            guard visit.isOwn(form, dependencies) else { return again(.init(status: .forbidden, alert: Visit.staleForm)) }
            let export = ExportOwnAccount(admit: dependencies.admit, export: ExportAccount(masters: dependencies.masters, now: dependencies.now))
            var found: AccountExport?
            let unproven = try await pages.prove(form["password"] ?? "", of: visitor, request) { login in
                found = try await dependencies.pool.transaction { tx in try await export(login, code: form["code"], tx) }
            }
            guard let found else { return again(unproven ?? .init(status: .unprocessableEntity)) }
            return try dependencies.answer(found, current: nil)
        }
    }
}

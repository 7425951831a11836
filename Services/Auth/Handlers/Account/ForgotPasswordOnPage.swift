import CareModels
import HTTP

/// `POST /account/reset`: the form of who has forgotten their password.
struct ForgotPasswordOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let visit = AccountVisit(request, dependencies)
        let typed = form["account"] ?? ""
        func again(_ status: HTTPResponseStatus, fault: Text? = nil, alert: Text? = nil) -> Response {
            visit.response(ForgottenPage(typed: typed, fault: fault, alert: alert, form: visit.form).page, status)
        }
        guard visit.isOwn(form, dependencies) else { return again(.forbidden, alert: visit.browser.refusal) }
        guard !typed.isEmpty else { return again(.unprocessableEntity, fault: "is required") }
        guard typed.unicodeScalars.count <= PasswordReset.longest else {
            return again(.unprocessableEntity, fault: "must have at most \(limit: PasswordReset.longest) characters")
        }
        try await dependencies.askForPasswordLink(typed, in: request.pageLanguage.language)
        return visit.response(NoticePage.linkMailed.page)
    }
}

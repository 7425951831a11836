import HTTP

/// `POST /account/reset`: the form of who has forgotten their password.
struct ForgotPasswordOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let visit = AccountVisit(request, dependencies)
        guard visit.isOwn(form, dependencies) else { return visit.response(ForgottenPage(alert: Visit.staleForm, form: visit.form).page, .forbidden) }
        let typed = form["account"] ?? ""
        guard !typed.isEmpty, typed.unicodeScalars.count <= PasswordReset.longest else {
            return visit.response(ForgottenPage(fault: "is required", form: visit.form).page, .unprocessableEntity)
        }
        try await dependencies.askForPasswordLink(typed, in: request.pageLanguage.language)
        return visit.response(NoticePage.linkMailed.page)
    }
}

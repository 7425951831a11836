import CareModels
import HTTP

/// What the forms about one's factors have in common: they are for who has just signed in, came from our pages, and may lead back to an app.
struct FactorForms: Sendable {
    let dependencies: Dependencies

    func at(_ request: Request, _ body: (OwnAccountPages.Visitor, [String: String]) async throws -> Response) async throws -> Response {
        let form = try request.form()
        return try await OwnAccountPages(dependencies: dependencies).recently(at: .factors, request, goOn: form[AccountPlace.goOn]) { visitor in
            guard visitor.visit.isOwn(form, dependencies) else { return try await refused(visitor, .forbidden, Visit.staleForm) }
            return try await body(visitor, form)
        }
    }

    /// The list, with why something was not done.
    func refused(_ visitor: OwnAccountPages.Visitor, _ status: HTTPResponseStatus, _ alert: Text) async throws -> Response {
        var page = try await dependencies.factorsPage(visitor)
        page.alert = alert
        return visitor.visit.response(page.page, status)
    }

    /// With recovery codes to keep, and the way on to an app, or the list.
    func done(_ visitor: OwnAccountPages.Visitor, recoveryCodes: [String]?) -> Response {
        if let recoveryCodes { return visitor.visit.response(RecoveryCodesPage(codes: recoveryCodes, form: visitor.visit.form).page) }
        return OwnAccountPages(dependencies: dependencies).done(.factors, goOn: visitor.visit.form.goOn)
    }
}

import CareModels
import HTTP
import Postgres

extension Handlers {
    func consentPage(
        _ visit: Visit, _ signedIn: AuthorizationStep.SignedIn, _ scopes: Set<String>, status: HTTPResponseStatus = .ok, alert: String? = nil
    ) async throws -> Response {
        let user = try await dependencies.pool.withConnection { try await $0.user(signedIn.userID) }
        guard let user else { return logInPage(visit) }
        let page = ConsentPage(
            clientName: visit.client.name, username: user.username, scopes: Scopes.sorted(scopes),
            destination: RedirectURI.destination(visit.authorization.redirectURI), alert: alert, form: formContext(visit))
        return page.page.response(status, formTarget: visit.formTarget, headers: visit.browser.headers)
    }

    /// `POST /oauth/consent`: the consent page's form.
    func decideConsent(_ request: Request) async throws -> Response {
        try await answeringFaults(status: .seeOther) {
            let form = try request.form()
            let visit = try await visit(request, query: form["request"] ?? "")
            guard let signedIn = try await signedIn(visit) else {
                return .redirect(to: "/oauth/authorize?" + FormEncoding.encode(FormEncoding.pairs(visit.query)), headers: ["Cache-Control": "no-store"])
            }
            let scopes = visit.authorization.scopes.intersection(Scopes.available(to: signedIn.role))
            guard isOwnForm(form, visit) else {
                return try await consentPage(visit, signedIn, scopes, status: .forbidden, alert: Self.staleForm)
            }
            guard form["decision"] == "allow" else {
                try await dependencies.pool.withConnection {
                    try await $0.audit(dependencies.entry(.declined, request, user: signedIn.userID, client: visit.client.id))
                }
                throw VisitFault.redirect(visit.target, OAuthError(.accessDenied, "the person declined"))
            }
            return try await issueCode(visit, signedIn, scopes, status: .seeOther) { tx in
                try await tx.grant(scopes, to: visit.client.id, by: signedIn.userID, now: dependencies.now())
                try await tx.audit(dependencies.entry(.consented, request, user: signedIn.userID, client: visit.client.id))
            }
        }
    }
}

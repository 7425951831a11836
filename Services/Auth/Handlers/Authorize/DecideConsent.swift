import CareModels
import HTTP

/// `POST /oauth/consent`: the consent page's form.
struct DecideConsent: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let visits = Visits(dependencies: dependencies)
        return try await visits.answeringFaults(request, status: .seeOther) {
            let form = try request.form()
            let visit = try await visits.visit(request, query: form["request"] ?? "")
            guard let signedIn = try await visits.signedIn(visit) else { return visit.startingAnew() }
            // The form of the page tells who sends it and what they saw, not that they are to be asked still: what the request and their role demand is demanded
            // here too.
            switch visits.step(visit, signedIn) {
            case .consent, .issue: break
            case .logIn, .secondFactor, .setUpFactor, .refuse: return visit.startingAnew()
            }
            let scopes = Scopes.given(by: signedIn.role, of: visit.authorization.scopes, launch: visit.authorization.launch)
            let shown = AuthorizationStep.shown(scopes, visit.authorization)
            guard visits.isOwn(form, visit, showing: shown) else {
                return try await visits.consentPage(visit, signedIn, shown, status: .forbidden, alert: Visit.staleForm)
            }
            try visits.checkAllowance(of: signedIn, visit)
            let origin = dependencies.origin(of: request, client: visit.client.id)
            guard form["decision"] == "allow" else {
                let decline = Decline(now: dependencies.now)
                try await dependencies.pool.transaction { tx in try await decline(signedIn.userID, from: origin, tx) }
                throw VisitFault.redirect(visit.target, OAuthError(.accessDenied, "the person declined"))
            }
            let code = Base64URL.encode(Secret.random())
            let grant = CodeGrant(request: visit.authorization, signedIn: signedIn, scopes: scopes, browserHash: visit.browser.sessionHash, codeHash: Secret.hash(code))
            let issue = IssueCode(lifetime: FAPI.codeLifetime(dependencies.settings.codeLifetime, for: visit.client), now: dependencies.now)
            let consent = Consent(issue: issue, now: dependencies.now)
            do {
                try await dependencies.pool.transaction { tx in try await consent(grant, from: origin, tx) }
            } catch Refusal.signedOut {
                return visit.startingAnew()
            }
            return visits.answer(visit.target, [("code", code)], in: visit.language, status: .seeOther)
        }
    }
}

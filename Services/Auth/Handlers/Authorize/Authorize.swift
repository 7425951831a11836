import CareModels
import HTTP

/// `GET /oauth/authorize`: logs the person in, asks them, or sends them back with a code or an error.
struct Authorize: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let visits = Visits(dependencies: dependencies)
        return try await visits.answeringFaults(request, status: .found) {
            let visit = try await visits.visit(request, query: request.queryString)
            let signedIn = try await visits.signedIn(visit)
            switch visits.step(visit, signedIn) {
            case .logIn:
                return visit.logInPage()
            case .secondFactor:
                guard let signedIn else { return visit.logInPage() }
                return try await visits.secondFactorPage(visit, of: signedIn.userID)
            case .setUpFactor:
                return visit.factorDemandedPage(dependencies.forms)
            case .refuse(let error):
                throw VisitFault.redirect(visit.target, error)
            case .consent(let scopes):
                guard let signedIn else { return visit.logInPage() }
                return try await visits.consentPage(visit, signedIn, scopes)
            case .issue(let scopes):
                guard let signedIn else { return visit.logInPage() }
                if let (place, goOn) = AccountPlace.returning(to: visit.authorization) {
                    return .redirect(to: place.path(goingOn: goOn), status: .found, headers: ["Cache-Control": "no-store"])
                }
                try visits.checkAllowance(of: signedIn, visit)
                let code = Base64URL.encode(Secret.random())
                let grant = CodeGrant(
                    request: visit.authorization, signedIn: signedIn, scopes: scopes, browserHash: visit.browser.sessionHash, codeHash: Secret.hash(code))
                let issue = IssueCode(lifetime: FAPI.codeLifetime(dependencies.settings.codeLifetime, for: visit.client), now: dependencies.now)
                do {
                    try await dependencies.pool.transaction { tx in try await issue(grant, tx) }
                } catch Refusal.signedOut {
                    return visit.startingAnew()
                }
                return visits.answer(visit.target, [("code", code)], in: visit.language, status: .found)
            }
        }
    }
}

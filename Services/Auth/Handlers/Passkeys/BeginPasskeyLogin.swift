import CareModels
import HTTP

/// `POST /oauth/login/passkey`: the page that asks for a passkey, in place of a name and a password, or after them.
struct BeginPasskeyLogin: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let visits = Visits(dependencies: dependencies)
        return try await visits.answeringFaults(request, status: .seeOther) {
            let form = try request.form()
            let visit = try await visits.visit(request, query: form["request"] ?? "")
            guard visits.isOwn(form, visit) else { return visit.logInPage(.forbidden, alert: visit.browser.refusal) }
            var user: UserID?
            if let token = form["login"] {
                guard let proven = try await visits.proven(token, visit) else { return visit.logInPage(.unprocessableEntity, alert: Visit.staleForm) }
                user = proven.user.id
            }
            let options = try await PasskeyCeremonies(dependencies: dependencies).beginSignIn(of: user, by: .browser(visit.browser.id))
            return try visit.passkeyPage(options)
        }
    }
}

import CareModels
import HTTP

/// `POST /account/factors/totp`: the page with a new secret for an authenticator app.
struct BeginTOTPOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let forms = FactorForms(dependencies: dependencies)
        return try await forms.at(request) { visitor, _ in
            let user = visitor.user
            let secret = Secret.random(bytes: OneTimeCode.secretSize)
            let begin = BeginTOTP(masters: dependencies.masters, now: dependencies.now, newID: dependencies.newID)
            do {
                let factor = try await dependencies.pool.transaction { tx in try await begin(secret, of: user.id, tx) }
                let view = NewTOTPView(factor, secret: secret, username: user.username)
                return visitor.visit.response(NewTOTPPage(new: view, form: visitor.visit.form).page)
            } catch Refusal.factorExists {
                return try await forms.refused(visitor, .conflict, "There are codes of an app already. Remove them first.")
            }
        }
    }
}

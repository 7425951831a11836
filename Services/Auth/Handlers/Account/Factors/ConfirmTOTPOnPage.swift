import CareModels
import HTTP

/// `POST /account/factors/totp/confirmation`: the app's first code, by which it counts. A wrong one counts like a login that failed.
struct ConfirmTOTPOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let forms = FactorForms(dependencies: dependencies)
        return try await forms.at(request) { visitor, form in
            let (user, browser) = (visitor.user, visitor.visit.browser)
            let authenticate = Authenticate(dependencies: dependencies)
            let attempt = authenticate.attempt(user.username, browser.devices, client: Client.accountPagesID, request)
            let tell = dependencies.tellOfAccount(in: request.pageLanguage.language)
            let confirm = ConfirmTOTP(masters: dependencies.masters, tell: tell, now: dependencies.now)
            let (shown, kept) = dependencies.newRecoveryCodes()
            do {
                try await dependencies.pool.transaction { tx in
                    try await confirm(form["code"] ?? "", of: user.id, in: browser.sessionHash.map(SignInPlace.browser), recovery: kept, attempt, tx)
                }
                return forms.done(visitor, recoveryCodes: shown)
            } catch Refusal.noSuchFactor {
                return try await forms.refused(visitor, .unprocessableEntity, "That took too long. Please try again.")
            } catch LoginRefusal.wrongCode {
                guard case .blocked(let seconds) = try await authenticate.wrongCode(attempt, user: user.id) else {
                    return try await again(visitor, forms, .unprocessableEntity, fault: "is not what the app shows now")
                }
                return try await blocked(visitor, forms, seconds)
            } catch LoginRefusal.blocked(let seconds) {
                return try await blocked(visitor, forms, seconds)
            }
        }
    }

    private func blocked(_ visitor: OwnAccountPages.Visitor, _ forms: FactorForms, _ seconds: Int) async throws -> Response {
        try await again(visitor, forms, .tooManyRequests, alert: Visit.tooManyAttempts(seconds), headers: ["Retry-After": String(seconds)])
    }

    /// The same secret once more.
    private func again(
        _ visitor: OwnAccountPages.Visitor, _ forms: FactorForms, _ status: HTTPResponseStatus, fault: Text? = nil, alert: Text? = nil, headers: HTTPHeaders = [:]
    ) async throws -> Response {
        guard let factor = try await dependencies.pool.withConnection({ try await $0.begunTOTP(of: visitor.user.id) }) else {
            return try await forms.refused(visitor, .unprocessableEntity, "That took too long. Please try again.")
        }
        let view = NewTOTPView(factor, secret: Array(try factor.opened(dependencies.masters)), username: visitor.user.username)
        return visitor.visit.response(NewTOTPPage(new: view, fault: fault, alert: alert, form: visitor.visit.form).page, status, headers: headers)
    }
}

import CareModels
import Foundation
import HTTP

extension Visit {
    static let staleForm: Text = "This page was open for too long. Please try again."
    static let busy: Text = "Many people are logging in right now. Please try again in a moment."

    static func tooManyAttempts(_ seconds: Int) -> Text { "Too many attempts failed. Please wait \(seconds, "second", "seconds") before the next." }

    func logInPage(
        _ status: HTTPResponseStatus = .ok, username: String? = nil, alert: Text? = nil, headers: HTTPHeaders = [:]
    ) -> Response {
        let page = LoginPage(clientName: client.name, username: username ?? authorization.loginHint ?? "", alert: alert, form: form, takesPasskeys: takesPasskeys)
        return response(page.page, status, headers)
    }

    func signUpPage(
        _ status: HTTPResponseStatus = .ok, _ values: Registration.Form = .init(), _ faults: [Fault] = [], alert: Text? = nil,
        headers: HTTPHeaders = [:]
    ) -> Response {
        response(SignUpPage(clientName: client.name, values: values, faults: faults, alert: alert, form: form).page, status, headers)
    }

    func secondFactorPage(
        _ status: HTTPResponseStatus = .ok, login: String? = nil, hasPasskey: Bool, alert: Text? = nil, headers: HTTPHeaders = [:]
    ) -> Response {
        response(SecondFactorPage(clientName: client.name, login: login, hasPasskey: hasPasskey, alert: alert, form: form).page, status, headers)
    }

    func passkeyPage(_ options: PasskeyRequestView) throws -> Response {
        let page = try PasskeyPage(clientName: client.name, options: options, form: form).page
        return page.response(.ok, in: language, formTarget: RedirectURI.source(authorization.redirectURI), scriptSource: PasskeyScript.source, headers: browser.headers)
    }

    /// Its forms are those of one's own account, and lead back to what the app asked for.
    func factorDemandedPage(_ forms: FormTokens) -> Response {
        var form = browser.form(about: AccountPlace.factors.path, forms)
        // Who was on their way to an app when their sign-in had become too old.
        form.goOn = AccountPlace.returning(to: authorization)?.goOn ?? FormEncoding.encode(FormEncoding.again(query))
        return response(FactorDemandedPage(clientName: client.name, form: form, takesPasskeys: takesPasskeys).page, .ok)
    }

    func newPasswordPage(_ token: String) -> Response {
        response(NewPasswordPage(token: token, alert: "An operator set your password. Set your own to go on.", form: form).page, .ok)
    }

    func keepAccountPage(_ username: String, eraseAt: Date, token: String) -> Response {
        response(KeepAccountPage(username: Username.normalize(username), eraseAt: eraseAt, token: token, form: form).page, .ok)
    }

    func consentPage(_ user: UserRecord, _ scopes: Set<String>, _ status: HTTPResponseStatus = .ok, alert: Text? = nil) -> Response {
        let page = ConsentPage(
            clientName: client.name, user: user, scopes: Scopes.sorted(scopes),
            destination: RedirectURI.destination(authorization.redirectURI), alert: alert, form: form)
        return response(page.page, status)
    }

    private func response(_ page: Page, _ status: HTTPResponseStatus, _ headers: HTTPHeaders = [:]) -> Response {
        var all = browser.headers
        all.add(contentsOf: headers)
        // Where an answer to a form of the page may redirect to.
        return page.response(status, in: language, formTarget: RedirectURI.source(authorization.redirectURI), headers: all)
    }
}

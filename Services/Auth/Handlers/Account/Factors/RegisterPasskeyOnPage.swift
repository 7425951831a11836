import CareModels
import HTTP

/// `POST /account/factors/passkey/registration`: the passkey that the page has made.
struct RegisterPasskeyOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let forms = FactorForms(dependencies: dependencies)
        return try await forms.at(request) { visitor, form in
            let browser = visitor.visit.browser
            guard let sent = PasskeyRegistration.Sent(form: form["credential"]), let session = browser.sessionHash else {
                return try await forms.refused(visitor, .unprocessableEntity, PasskeyRefusal.malformed.said)
            }
            let maker = PasskeyCeremonies.Maker(
                userID: visitor.user.id, holder: .browser(browser.id), place: .browser(session), language: request.pageLanguage.language,
                origin: dependencies.origin(of: request))
            do {
                let made = try await PasskeyCeremonies(dependencies: dependencies).register(sent, named: try Passkey.name(form["name"]), by: maker)
                return forms.done(visitor, recoveryCodes: made.recoveryCodes)
            } catch let refusal as PasskeyRefusal {
                return try await forms.refused(visitor, .unprocessableEntity, refusal.said)
            } catch is Faults {
                return try await forms.refused(visitor, .unprocessableEntity, "Give the passkey a name of at most \(Passkey.longestName) characters.")
            } catch Refusal.tooManyPasskeys {
                return try await forms.refused(visitor, .conflict, "You have as many passkeys as an account may have. Remove one first.")
            }
        }
    }
}

import CareModels
import HTTP

/// `POST /account/factors/passkey`: the page that makes a passkey.
struct BeginPasskeyOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let forms = FactorForms(dependencies: dependencies)
        return try await forms.at(request) { visitor, _ in
            let visit = visitor.visit
            do {
                let options = try await PasskeyCeremonies(dependencies: dependencies).beginRegistration(of: visitor.user.id, by: .browser(visit.browser.id))
                let device = Device.name(request.headers.first(name: "User-Agent")).map { Device.said($0).string(in: request.pageLanguage.language) }
                let page = try NewPasskeyPage(options: options, name: device ?? "", form: visit.form)
                return visit.response(page.page, scriptSource: PasskeyScript.source)
            } catch Refusal.tooManyPasskeys {
                return try await forms.refused(visitor, .conflict, "You have as many passkeys as an account may have. Remove one first.")
            }
        }
    }
}

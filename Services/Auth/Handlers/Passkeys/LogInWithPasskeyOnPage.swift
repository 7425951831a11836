import CareModels
import HTTP

/// `POST /oauth/login/passkey/assertion`: what the passkey's page got from the device.
struct LogInWithPasskeyOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let visits = Visits(dependencies: dependencies)
        return try await visits.answeringFaults(request, status: .seeOther) {
            let form = try request.form()
            let visit = try await visits.visit(request, query: form["request"] ?? "")
            guard visits.isOwn(form, visit) else { return visit.logInPage(.forbidden, alert: visit.browser.refusal) }
            guard let sent = PasskeyAssertion.Sent(form: form["credential"]) else { return visit.logInPage(.unprocessableEntity, alert: PasskeyRefusal.malformed.said) }
            let secret = Base64URL.encode(Secret.random())
            let origin = dependencies.origin(of: request, client: visit.client.id)
            do {
                let (user, eraseAt) = try await PasskeyCeremonies(dependencies: dependencies)
                    .signIn(sent, by: .browser(visit.browser.id), BrowserLogin(secret, visit.browser), from: origin)
                if let eraseAt { return visit.keepAccountPage(user.username, eraseAt: eraseAt, token: secret) }
                let devices = dependencies.devices.tokens(visit.browser.devices, with: user.username)
                return visit.goingOn(loggedInBy: secret, lifetime: Int(dependencies.settings.browserSessionLifetime), devices: devices)
            } catch let refusal as PasskeyRefusal {
                return visit.logInPage(.unprocessableEntity, alert: refusal.said)
            } catch LoginRefusal.blocked(let seconds) {
                return visit.logInPage(.tooManyRequests, alert: Visit.tooManyAttempts(seconds), headers: ["Retry-After": String(seconds)])
            } catch Refusal.suspended {
                return visit.logInPage(.forbidden, alert: Refusal.suspendedDetail)
            } catch Refusal.passwordToBeChanged {
                return visit.logInPage(.forbidden, alert: "An operator set your password. Log in with it, and set your own.")
            }
        }
    }
}

import CareModels
import HTTP

/// `POST /oauth/signup`: makes the account and logs the browser in, in one commit.
struct SignUpOnPage: Sendable {
    let dependencies: Dependencies

    private static let tooMany: Text = "Too many accounts were made from this network in the last hour. Please try again later."

    func handle(_ request: Request) async throws -> Response {
        let visits = Visits(dependencies: dependencies)
        return try await visits.answeringFaults(request, status: .seeOther) {
            let form = try request.form()
            let visit = try await visits.visit(request, query: form["request"] ?? "")
            let typed = Registration.Form(
                username: form["username"], password: form["password"], role: form["role"],
                specialty: form["specialty"], fullName: form["fullName"], avatarUrl: nil, email: form["email"], timeZone: nil)
            guard visits.isOwn(form, visit) else { return visit.signUpPage(.forbidden, typed, alert: visit.browser.refusal) }
            do {
                let registration = try Registration.check(typed, policy: dependencies.passwordPolicy)
                let secret = try await signUp(registration, visit, request)
                let devices = dependencies.devices.tokens(visit.browser.devices, with: registration.username)
                return visit.goingOn(loggedInBy: secret, lifetime: Int(dependencies.settings.browserSessionLifetime), devices: devices)
            } catch let faults as Faults {
                return visit.signUpPage(.unprocessableEntity, typed, faults.all)
            } catch Refusal.usernameTaken {
                return visit.signUpPage(.conflict, typed, [.usernameTaken])
            } catch let refusal as SignUpQuota.Refusal {
                return visit.signUpPage(.tooManyRequests, typed, alert: Self.tooMany, headers: ["Retry-After": String(refusal.seconds)])
            } catch is HashingThreads.Busy {
                return visit.signUpPage(.serviceUnavailable, typed, alert: Visit.busy, headers: ["Retry-After": "1"])
            }
        }
    }

    /// The secret that the browser is logged in with.
    private func signUp(_ registration: Registration, _ visit: Visit, _ request: Request) async throws -> String {
        let hash = try await NewPassword(dependencies: dependencies).hash(registration.password, request)
        let secret = Base64URL.encode(Secret.random())
        let signUp = RegisterInBrowser(register: dependencies.register(in: visit.language), begin: dependencies.beginBrowserSession)
        let origin = dependencies.origin(of: request, client: visit.client.id)
        try await dependencies.pool.transaction { tx in
            try await signUp(registration, passwordHash: hash, BrowserLogin(secret, visit.browser), from: origin, tx)
        }
        return secret
    }
}

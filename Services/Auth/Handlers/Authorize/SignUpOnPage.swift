import CareModels
import Foundation
import HTTP

/// `POST /oauth/signup`: makes the account and logs the browser in, in one commit.
struct SignUpOnPage: Sendable {
    let dependencies: Dependencies

    /// In seconds: whoever sends the form of an account that was made since has sent it before.
    private static let twice: TimeInterval = 60
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
        do {
            try await dependencies.pool.transaction { tx in
                try await signUp(registration, passwordHash: hash, BrowserLogin(secret, visit.browser), from: origin, tx)
            }
            return secret
        } catch Refusal.usernameTaken {
            guard let known = try await logInToNew(registration, visit, request) else { throw Refusal.usernameTaken }
            return known
        }
    }

    /// Of who has pressed the button twice, and has seen no answer to the first: the account is theirs, and they are logged in to it as by its password. Nil for
    /// anybody else.
    private func logInToNew(_ registration: Registration, _ visit: Visit, _ request: Request) async throws -> String? {
        let since = dependencies.now().addingTimeInterval(-Self.twice)
        let found = try await dependencies.pool.withConnection { try await $0.user(named: registration.username) }
        guard let found, found.createdAt > since, !found.mustChangePassword, registration.isAllOf(found) else { return nil }
        let secret = Base64URL.encode(Secret.random())
        do {
            let eraseAt = try await Authenticate(dependencies: dependencies)(
                username: registration.username, password: registration.password, client: visit.client.id, devices: visit.browser.devices, request
            ) { login in
                try await dependencies.pool.transaction { tx in try await dependencies.logInBrowser(login, BrowserLogin(secret, visit.browser), tx) }
            }
            return eraseAt == nil ? secret : nil
        } catch is LoginRefusal {
            return nil
        } catch Refusal.suspended {
            return nil
        }
    }
}

extension Registration {
    /// Whether an account is as it was made by this, but for the password, which a hash is kept of.
    fileprivate func isAllOf(_ user: UserRecord) -> Bool {
        (user.username, user.role, user.specialty, user.otherSpecialties) == (username, role, specialty, otherSpecialties)
            && (user.fullName, user.email, user.timeZone) == (fullName, email, timeZone)
    }
}

import CareModels
import Foundation
import HTTP

/// `POST /oauth/login`: the login page's form.
struct LogInOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let visits = Visits(dependencies: dependencies)
        return try await visits.answeringFaults(request, status: .seeOther) {
            let form = try request.form()
            let visit = try await visits.visit(request, query: form["request"] ?? "")
            let username = form["username"] ?? ""
            guard visits.isOwn(form, visit) else { return visit.logInPage(.forbidden, username: username, alert: visit.browser.refusal) }
            do {
                let (secret, eraseAt) = try await logIn(username, form["password"] ?? "", visit, request)
                if let eraseAt { return visit.keepAccountPage(username, eraseAt: eraseAt, token: secret) }
                let devices = dependencies.devices.tokens(visit.browser.devices, with: username)
                return visit.goingOn(loggedInBy: secret, lifetime: Int(dependencies.settings.browserSessionLifetime), devices: devices)
            } catch let change as MustChange {
                return visit.newPasswordPage(change.token)
            } catch Refusal.passwordOver {
                return visit.logInPage(.forbidden, username: username, alert: Refusal.passwordOverDetail)
            } catch Refusal.suspended {
                return visit.logInPage(.forbidden, username: username, alert: Refusal.suspendedDetail)
            } catch let wanted as WantsCode {
                let browser = visit.browser
                let login = dependencies.pendingLogins.token(of: wanted.user, browser: browser.id, session: browser.session, now: dependencies.now())
                return try await visits.secondFactorPage(visit, of: wanted.user.id, login: login)
            } catch LoginRefusal.wrong {
                return visit.logInPage(.unprocessableEntity, username: username, alert: "The username or the password is wrong.")
            } catch LoginRefusal.blocked(let seconds) {
                return visit.logInPage(.tooManyRequests, username: username, alert: Visit.tooManyAttempts(seconds), headers: ["Retry-After": String(seconds)])
            } catch is HashingThreads.Busy {
                return visit.logInPage(.serviceUnavailable, username: username, alert: Visit.busy, headers: ["Retry-After": "1"])
            }
        }
    }

    /// The password was right, and has to be changed first, on a page that holds this token.
    private struct MustChange: Error { var token: String }

    /// The password was right, and the second factor is wanted too.
    private struct WantsCode: Error { var user: UserRecord }

    /// The secret that the browser is logged in with, or that keeps an account which is erased at that instant.
    private func logIn(_ username: String, _ password: String, _ visit: Visit, _ request: Request) async throws -> (secret: String, eraseAt: Date?) {
        let secret = Base64URL.encode(Secret.random())
        let authenticate = Authenticate(dependencies: dependencies)
        let eraseAt = try await authenticate(username: username, password: password, client: visit.client.id, devices: visit.browser.devices, request) { login in
            guard !login.user.mustChangePassword else { throw try await mustChange(login) }
            do {
                return try await dependencies.pool.transaction { tx in try await dependencies.logInBrowser(login, BrowserLogin(secret, visit.browser), tx) }
            } catch LoginRefusal.codeRequired {
                throw WantsCode(user: login.user)
            }
        }
        return (secret, eraseAt)
    }

    private func mustChange(_ login: ProvenLogin) async throws -> MustChange {
        let token = Base64URL.encode(Secret.random())
        let begin = BeginPasswordChange(now: dependencies.now)
        try await dependencies.pool.transaction { tx in try await begin(login, tokenHash: Secret.hash(token), tx) }
        return MustChange(token: token)
    }
}

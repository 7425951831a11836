import CareModels
import Foundation
import HTTP

/// `POST /oauth/login/code`: the form of the page that asks for the second factor, after the password or for more than it.
struct EnterCodeOnPage: Sendable {
    let dependencies: Dependencies

    /// Whose code is wanted, and when they typed their password.
    private struct Pending {
        var user: UserRecord
        var authTime: Date
    }

    func handle(_ request: Request) async throws -> Response {
        let visits = Visits(dependencies: dependencies)
        return try await visits.answeringFaults(request, status: .seeOther) {
            let form = try request.form()
            let visit = try await visits.visit(request, query: form["request"] ?? "")
            guard visits.isOwn(form, visit) else { return visit.logInPage(.forbidden, alert: visit.browser.refusal) }
            let token = form["login"]
            guard let pending = try await pending(token, visit, visits) else { return visit.logInPage(.unprocessableEntity, alert: Visit.staleForm) }
            do {
                let (secret, eraseAt) = try await logIn(pending, form["code"] ?? "", visit, request)
                if let eraseAt { return visit.keepAccountPage(pending.user.username, eraseAt: eraseAt, token: secret) }
                let devices = dependencies.devices.tokens(visit.browser.devices, with: pending.user.username)
                return visit.goingOn(loggedInBy: secret, lifetime: Int(dependencies.settings.browserSessionLifetime), devices: devices)
            } catch Refusal.suspended {
                return visit.logInPage(.forbidden, username: pending.user.username, alert: Refusal.suspendedDetail)
            } catch LoginRefusal.codeRequired {
                return try await visits.secondFactorPage(visit, of: pending.user.id, .unprocessableEntity, login: token, alert: "Type a code.")
            } catch LoginRefusal.wrongCode {
                let alert: Text = "The code is wrong, or was used already."
                return try await visits.secondFactorPage(visit, of: pending.user.id, .unprocessableEntity, login: token, alert: alert)
            } catch LoginRefusal.wrong {
                return visit.logInPage(.unprocessableEntity, alert: Visit.staleForm)
            } catch LoginRefusal.blocked(let seconds) {
                return try await visits.secondFactorPage(
                    visit, of: pending.user.id, .tooManyRequests, login: token, alert: Visit.tooManyAttempts(seconds), headers: ["Retry-After": String(seconds)])
            }
        }
    }

    private func pending(_ token: String?, _ visit: Visit, _ visits: Visits) async throws -> Pending? {
        if let token { return try await visits.proven(token, visit).map { Pending(user: $0.user, authTime: $0.at) } }
        guard let signedIn = try await visits.signedIn(visit) else { return nil }
        return try await dependencies.pool.withConnection { try await $0.user(signedIn.userID) }.map { Pending(user: $0, authTime: signedIn.authTime) }
    }

    /// The secret that the browser is logged in with, or that keeps an account which is erased at that instant.
    private func logIn(_ pending: Pending, _ code: String, _ visit: Visit, _ request: Request) async throws -> (secret: String, eraseAt: Date?) {
        let secret = Base64URL.encode(Secret.random())
        let authenticate = Authenticate(dependencies: dependencies)
        let attempt = authenticate.attempt(pending.user.username, visit.browser.devices, client: visit.client.id, request)
        let login = ProvenLogin(attempt: attempt, user: pending.user, hadFailures: true, newHash: nil)
        let eraseAt = try await authenticate.admitting(login) { login in
            try await dependencies.pool.transaction { tx in
                try await dependencies.logInBrowser(login, code: code, authTime: pending.authTime, BrowserLogin(secret, visit.browser), tx)
            }
        }
        return (secret, eraseAt)
    }
}

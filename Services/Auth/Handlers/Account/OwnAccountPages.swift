import CareModels
import HTTP

/// What the pages of one's own account have in common: they are for a browser that is logged in, and send any other to the login page, which leads back.
struct OwnAccountPages: Sendable {
    let dependencies: Dependencies

    /// A browser, and who is logged in with it.
    struct Visitor: Sendable {
        var visit: AccountVisit
        var user: UserRecord
        var context: AuthenticationContext
    }

    /// Why a password, or the code of a second factor, proved nothing, for the page that asked for it.
    struct Unproven: Sendable {
        var status: HTTPResponseStatus
        var fault: Text?
        var codeFault: Text?
        var alert: Text?
        var headers: HTTPHeaders = [:]
    }

    /// Runs `body` for whoever is logged in.
    func at(_ place: AccountPlace, _ request: Request, _ body: (Visitor) async throws -> Response) async throws -> Response {
        let visit = AccountVisit(request, query: place.path, dependencies)
        guard let (user, context) = try await login(visit.browser) else {
            return .redirect(to: place.login(issuer: dependencies.settings.issuer), headers: ["Cache-Control": "no-store"])
        }
        return try await body(Visitor(visit: visit, user: user, context: context))
    }

    private func login(_ browser: Browser) async throws -> (UserRecord, AuthenticationContext)? {
        guard let hash = browser.sessionHash else { return nil }
        let now = dependencies.now()
        return try await dependencies.pool.withConnection { connection -> (UserRecord, AuthenticationContext)? in
            guard let login = try await connection.browserLogin(tokenHash: hash, now: now), let user = try await connection.user(login.user) else { return nil }
            return (user, login.context)
        }
    }

    /// Runs `admit`, the transaction, for whom the password proves once more; nil when that is done.
    func prove(_ password: String, of visitor: Visitor, _ request: Request, admit: (ProvenLogin) async throws -> Void) async throws -> Unproven? {
        do {
            try await Authenticate(dependencies: dependencies)(
                username: visitor.user.username, password: password, client: Client.accountPagesID, devices: visitor.visit.browser.devices, request, admit: admit)
            return nil
        } catch LoginRefusal.wrong {
            return Unproven(status: .unprocessableEntity, fault: "is not the account's password")
        } catch LoginRefusal.codeRequired {
            return Unproven(status: .unprocessableEntity, codeFault: "is wanted too")
        } catch LoginRefusal.wrongCode {
            return Unproven(status: .unprocessableEntity, codeFault: "is wrong, or was used already")
        } catch LoginRefusal.blocked(let seconds) {
            let alert: Text = "Too many attempts failed. Please wait \(seconds, "second", "seconds") before the next."
            return Unproven(status: .tooManyRequests, alert: alert, headers: ["Retry-After": String(seconds)])
        } catch is HashingThreads.Busy {
            return Unproven(status: .serviceUnavailable, alert: Visit.busy, headers: ["Retry-After": "1"])
        }
    }

    func done(_ place: AccountPlace) -> Response { .redirect(to: place.path, headers: ["Cache-Control": "no-store"]) }
}

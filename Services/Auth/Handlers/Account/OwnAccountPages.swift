import CareModels
import HTTP

/// What the pages of one's own account have in common: they are for a browser that is logged in, and send any other to the login page, which leads back.
struct OwnAccountPages: Sendable {
    let dependencies: Dependencies

    /// A browser, and who is logged in with it.
    struct Visitor: Sendable {
        var visit: AccountVisit
        var user: UserRecord
        /// How they have signed in.
        var standing: StepUp.Standing
    }

    /// Why a password, or the code of a second factor, proved nothing, for the page that asked for it.
    struct Unproven: Sendable {
        var status: HTTPResponseStatus
        var fault: Text?
        var codeFault: Text?
        var alert: Text?
        var headers: HTTPHeaders = [:]
    }

    /// Runs `body` for whoever is logged in; but for setting a second factor up, with one where their role demands it. `goOn`: where they were on their way to, which
    /// they do not lose by logging in.
    func at(
        _ place: AccountPlace, _ request: Request, goOn: String? = nil, _ body: (Visitor) async throws -> Response
    ) async throws -> Response {
        let goOn = AccountPlace.wayOn(goOn)
        var visit = AccountVisit(request, query: place.path, dependencies)
        visit.form.goOn = goOn
        guard let (user, standing) = try await person(visit.browser) else { return logIn(for: place, goOn: goOn) }
        if request.method == .POST, place.isCounted { try allowance(of: place).check(person: user.id.description) }
        if place != .factors, !standing.context.hasTwoFactors, try await isSecondFactorDemanded(of: user) { return logIn(for: place, goOn: goOn) }
        do {
            return try await body(Visitor(visit: visit, user: user, standing: standing))
        } catch Refusal.signedOut {
            return logIn(for: place, goOn: goOn)
        }
    }

    /// Runs `body` for who has just signed in, with their second factor where they have one; sends others to do so.
    func recently(
        at place: AccountPlace, _ request: Request, goOn: String? = nil, _ body: (Visitor) async throws -> Response
    ) async throws -> Response {
        try await at(place, request, goOn: goOn) { visitor in
            do throws(StepUp.Refusal) {
                try StepUp.check(visitor.standing, now: dependencies.now())
            } catch {
                return logIn(for: place, missing: error, goOn: goOn)
            }
            return try await body(visitor)
        }
    }

    /// Runs `body` for who has signed in with their second factor where they have one, since its form asks for the password alone; sends others to do so.
    func withEveryFactor(at place: AccountPlace, _ request: Request, _ body: (Visitor) async throws -> Response) async throws -> Response {
        try await at(place, request) { visitor in
            do throws(StepUp.Refusal) {
                try StepUp.checkBesidePassword(visitor.standing)
            } catch {
                return logIn(for: place, missing: error, goOn: nil)
            }
            return try await body(visitor)
        }
    }

    private func allowance(of place: AccountPlace) -> CallerLimiter {
        place == .administration ? dependencies.allowances.administration : dependencies.allowances.changes
    }

    private func isSecondFactorDemanded(of user: UserRecord) async throws -> Bool {
        if dependencies.settings.secondFactorRoles.contains(user.role) { return true }
        return try await dependencies.pool.withConnection { try await $0.isSecondFactorDemanded(of: user.id) }
    }

    private func logIn(for place: AccountPlace, missing: StepUp.Refusal? = nil, goOn: String?) -> Response {
        .redirect(to: place.login(issuer: dependencies.settings.issuer, missing: missing, goOn: goOn), headers: ["Cache-Control": "no-store"])
    }

    private func person(_ browser: Browser) async throws -> (user: UserRecord, standing: StepUp.Standing)? {
        guard let hash = browser.sessionHash else { return nil }
        let now = dependencies.now()
        return try await dependencies.pool.withConnection { connection -> (UserRecord, StepUp.Standing)? in
            guard let login = try await connection.browserLogin(tokenHash: hash, now: now), let user = try await connection.user(login.user) else { return nil }
            return (user, login.standing)
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

    func done(_ place: AccountPlace, goOn: String? = nil) -> Response { .redirect(to: place.path(goingOn: goOn), headers: ["Cache-Control": "no-store"]) }
}

import CareModels
import HTTP
import Postgres

extension Handlers {
    /// `GET /oauth/signup`: the page, for the authorization request in its query.
    func showSignUp(_ request: Request) async throws -> Response {
        try await answeringFaults(status: .found) {
            signUpPage(try await visit(request, query: request.queryString))
        }
    }

    /// `POST /oauth/signup`: makes the account and logs the browser in, in one commit.
    func signUpOnPage(_ request: Request) async throws -> Response {
        try await answeringFaults(status: .seeOther) {
            let form = try request.form()
            let visit = try await visit(request, query: form["request"] ?? "")
            let typed = Registration.Form(
                username: form["username"], password: form["password"], userType: form["userType"],
                providerSpecialty: form["providerSpecialty"], fullName: form["fullName"], avatarUrl: nil, email: form["email"], timeZone: nil)
            guard isOwnForm(form, visit) else { return signUpPage(visit, .forbidden, typed, alert: Self.staleForm) }
            let (registration, faults) = Registration.check(typed, policy: dependencies.passwordPolicy)
            guard let registration else { return signUpPage(visit, .unprocessableEntity, typed, faults) }
            let secret = Base64URL.encode(Secret.random())
            do {
                let hash = try await countedHash(of: registration.password, request)
                try await dependencies.pool.transaction { tx in
                    let user = newUser(registration, passwordHash: hash)
                    try await tx.register(user)
                    try await beginBrowserSession(secret, user: user.id, visit, in: tx)
                    try await tx.audit(dependencies.entry(.signedUp, request, user: user.id, client: visit.client.id))
                }
            } catch is UsernameTaken {
                return signUpPage(visit, .conflict, typed, [Fault("username", "is taken")])
            } catch let blocked as SignUpsBlocked {
                return signUpPage(visit, .tooManyRequests, typed, alert: Self.tooManySignUps, headers: ["Retry-After": String(blocked.seconds)])
            } catch is HashingThreads.Busy {
                return signUpPage(visit, .serviceUnavailable, typed, alert: Self.busy, headers: ["Retry-After": "1"])
            }
            return goOn(visit, session: secret)
        }
    }

    private static let tooManySignUps = "Too many accounts were made from this network in the last hour. Please try again later."

    private func signUpPage(
        _ visit: Visit, _ status: HTTPResponseStatus = .ok, _ values: Registration.Form = .init(), _ faults: [Fault] = [],
        alert: String? = nil, headers: HTTPHeaders = [:]
    ) -> Response {
        let page = SignUpPage(clientName: visit.client.name, values: values, faults: faults, alert: alert, form: formContext(visit))
        var all = visit.browser.headers
        all.add(contentsOf: headers)
        return page.page.response(status, formTarget: visit.formTarget, headers: all)
    }
}

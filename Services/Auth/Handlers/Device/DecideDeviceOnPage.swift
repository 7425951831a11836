import CareModels
import HTTP

/// `POST /device/decision`: the buttons of the page that says what a device wants.
struct DecideDeviceOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        return try await OwnAccountPages(dependencies: dependencies).at(.device, request) { visitor in
            let visit = visitor.visit
            func startAnew(_ status: HTTPResponseStatus) -> Response {
                visit.response(DevicePage(username: visitor.user.username, alert: Visit.staleForm, form: visit.form).page, status)
            }
            guard let code = UserCode(typed: form["user_code"] ?? ""),
                visit.browser.sent(form, about: DeviceConsentPage.request(code), dependencies.forms)
            else { return startAnew(.forbidden) }
            let isAllowed = form["decision"] == "allow"
            do {
                try await decide(code, isAllowed: isAllowed, visitor, request)
            } catch Refusal.deviceOver {
                guard try await isDecided(code, isAllowed: isAllowed, by: visitor.user.id) else { return startAnew(.unprocessableEntity) }
            }
            return visit.response((isAllowed ? NoticePage.deviceAllowed : .deviceDenied).page)
        }
    }

    /// Of who has pressed the button twice, and has seen no answer to the first.
    private func isDecided(_ code: UserCode, isAllowed: Bool, by user: UserID) async throws -> Bool {
        let now = dependencies.now()
        return try await dependencies.pool.withConnection { try await $0.isDecided(code, isAllowed ? .allowed : .denied, by: user, now: now) }
    }

    private func decide(_ code: UserCode, isAllowed: Bool, _ visitor: OwnAccountPages.Visitor, _ request: Request) async throws {
        guard let hash = visitor.visit.browser.sessionHash else { throw Refusal.deviceOver }
        let (now, decide) = (dependencies.now(), DecideDevice(now: dependencies.now))
        let (device, signedIn) = try await dependencies.pool.withConnection { connection in
            (try await connection.pendingDevice(code, now: now), try await connection.signedIn(tokenHash: hash, client: Client.accountPagesID, now: now))
        }
        guard let device, let signedIn, let client = try await dependencies.clients.client(device.state.clientID) else { throw Refusal.deviceOver }
        let approval = DeviceApproval(userID: signedIn.userID, authTime: signedIn.authTime, context: signedIn.context)
        let origin = dependencies.origin(of: request, client: client.id)
        let scopes = DeviceScopes.given(device.scopes, to: client, by: signedIn.role)
        guard !isAllowed || !scopes.isEmpty else { throw Refusal.deviceOver }
        try await dependencies.pool.transaction { tx in
            if isAllowed {
                try await decide.allow(code, scopes, by: approval, in: hash, from: origin, tx)
            } else {
                try await decide.deny(code, by: approval, from: origin, tx)
            }
        }
    }
}

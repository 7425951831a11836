import CareModels
import HTTP

/// `POST /device`: the form with the code. What follows says whose device it is and what it wants.
struct EnterDeviceCode: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        return try await OwnAccountPages(dependencies: dependencies).at(.device, request) { visitor in
            let visit = visitor.visit
            func again(_ status: HTTPResponseStatus, fault: Text? = nil, alert: Text? = nil, headers: HTTPHeaders = [:]) -> Response {
                let page = DevicePage(username: visitor.user.username, code: form["user_code"] ?? "", fault: fault, alert: alert, form: visit.form)
                return visit.response(page.page, status, headers: headers)
            }
            guard visit.isOwn(form, dependencies) else { return again(.forbidden, alert: Visit.staleForm) }
            let keys = [dependencies.identifiers.deviceCodes(of: visitor.user.id), dependencies.identifiers.deviceCodes(in: visit.browser.id)]
            let (code, find) = (UserCode(typed: form["user_code"] ?? ""), FindDevice(now: dependencies.now))
            let outcome = try await dependencies.pool.transaction { tx in try await find(code, countedFor: keys, tx) }
            switch outcome {
            case .unknown: return again(.unprocessableEntity, fault: "is wrong, or has expired")
            case .blocked(let seconds): return again(.tooManyRequests, alert: Visit.tooManyAttempts(seconds), headers: ["Retry-After": String(seconds)])
            case .found(let device):
                guard let client = try await dependencies.clients.client(device.state.clientID) else {
                    return again(.unprocessableEntity, fault: "is wrong, or has expired")
                }
                let scopes = DeviceScopes.given(device.scopes, to: client, by: visitor.user.role)
                guard !scopes.isEmpty else { return again(.unprocessableEntity, alert: "This device asks for nothing that you could give it.") }
                // Bound to the code: who decides was shown this device.
                let form = visit.browser.form(about: DeviceConsentPage.request(device.userCode), dependencies.forms)
                let page = DeviceConsentPage(
                    clientName: client.name, user: visitor.user, code: device.userCode, scopes: Scopes.sorted(scopes), form: form)
                return visit.response(page.page)
            }
        }
    }
}

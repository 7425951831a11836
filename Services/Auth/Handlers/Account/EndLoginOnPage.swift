import CareModels
import HTTP

/// `POST /account/logins`: a button of that page ends a session or a browser's login, or all but this browser's, or withdraws what an app may do.
struct EndLoginOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let pages = OwnAccountPages(dependencies: dependencies)
        return try await pages.at(.logins, request) { visitor in
            guard visitor.visit.isOwn(form, dependencies) else {
                var page = try await dependencies.loginsPage(visitor)
                page.alert = Visit.staleForm
                return visitor.visit.response(page.page, .forbidden)
            }
            let (user, origin, end) = (visitor.user.id, dependencies.origin(of: request), EndOwnSession(now: dependencies.now))
            let logOut = EndOwnBrowser(now: dependencies.now)
            let place = visitor.visit.browser.sessionHash.map(SignInPlace.browser)
            do {
                if let session = form["session"].flatMap({ SessionID($0) }) {
                    try await dependencies.pool.transaction { tx in try await end(session, of: user, at: place, from: origin, tx) }
                } else if let browser = form["browser"].flatMap({ BrowserID($0) }) {
                    try await dependencies.pool.transaction { tx in try await logOut(browser, of: user, from: origin, tx) }
                } else if form["others"] != nil, let place {
                    try await dependencies.pool.transaction { tx in try await end.others(than: place, of: user, from: origin, tx) }
                } else if let app = form["app"] {
                    let withdraw = WithdrawConsent(now: dependencies.now, newID: dependencies.newID)
                    try await dependencies.pool.transaction { tx in try await withdraw(app, of: user, from: origin, tx) }
                }
            } catch Refusal.noSuchSession, Refusal.noSuchBrowser, Refusal.noSuchApp {
                // It has ended meanwhile, which is what was asked for.
            }
            return pages.done(.logins)
        }
    }
}

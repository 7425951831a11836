import CareModels
import HTTP

/// A browser that an app has sent here to be logged out.
struct LogoutVisit: Sendable {
    var request: LogoutRequest
    var browser: Browser
    /// Which its pages are in.
    var language: Language
    var signedIn: UserID?
    var form: FormContext
}

/// What the endpoints of RP-Initiated Logout have in common.
struct Logouts: Sendable {
    let dependencies: Dependencies

    /// Checks the wish, as its query; throws `LogoutRequest.Fault`.
    func visit(_ request: Request, query: String) async throws -> LogoutVisit {
        let parameters = try LogoutRequest.Parameters(Self.pairs(query))
        let hint = if let token = parameters.hint { try await dependencies.hints.read(token) } else { IDTokenHint?.none }
        let clientID = hint?.clientID ?? parameters.clientID
        let client = if let clientID { try await dependencies.clients.client(clientID) } else { Client?.none }
        let checked = try LogoutRequest(parameters, hint: hint, client: client)
        let browser = Browser(request, isSecure: dependencies.settings.isSecure)
        return LogoutVisit(
            request: checked, browser: browser, language: Self.language(request, query: query), signedIn: try await signedIn(browser),
            form: browser.form(about: query, dependencies.forms))
    }

    /// What the app asks for (`ui_locales`), and otherwise what the browser does.
    private static func language(_ request: Request, query: String) -> Language {
        let asked = FormEncoding.again(query).first { $0.name == "ui_locales" }
        return asked.flatMap { Language(uiLocales: $0.value) } ?? request.pageLanguage.language
    }

    static func pairs(_ query: String) throws -> [FormEncoding.Pair] {
        guard let pairs = try? FormEncoding.pairs(query) else { throw LogoutRequest.Fault.unreadable }
        guard FormEncoding.encode(pairs).utf8.count <= AuthorizationRequest.longest else { throw LogoutRequest.Fault.tooLong }
        return pairs
    }

    private func signedIn(_ browser: Browser) async throws -> UserID? {
        guard let hash = browser.sessionHash else { return nil }
        let instant = dependencies.now()
        return try await dependencies.pool.withConnection { try await $0.browserUser(tokenHash: hash, now: instant) }
    }

    /// Ends the browser's login and the app's session, and sends the browser on.
    func logOut(_ visit: LogoutVisit, _ request: Request, status: HTTPResponseStatus) async throws -> Response {
        let ending = EndBrowserSession.Ending(
            browser: visit.browser.sessionHash, session: visit.request.session(signedIn: visit.signedIn), user: visit.signedIn)
        let origin = dependencies.origin(of: request, client: visit.request.hint?.clientID)
        try await dependencies.pool.transaction { tx in try await EndBrowserSession(now: dependencies.now)(ending, from: origin, tx) }
        return done(visit, status: status)
    }

    func done(_ visit: LogoutVisit, status: HTTPResponseStatus) -> Response {
        guard let target = visit.request.target else { return LoggedOutPage().page.response(in: visit.language, headers: visit.browser.loggedOutHeaders) }
        let location = RedirectURI.adding(target.state.map { [("state", $0)] } ?? [], to: target.redirectURI)
        var headers = visit.browser.loggedOutHeaders
        headers.add(name: "Cache-Control", value: "no-store")
        headers.add(name: "Referrer-Policy", value: "no-referrer")
        return .redirect(to: location, status: status, headers: headers)
    }

    func ask(_ visit: LogoutVisit, _ status: HTTPResponseStatus = .ok, alert: Text? = nil) async throws -> Response {
        guard let id = visit.signedIn, let user = try await dependencies.pool.withConnection({ try await $0.user(id) }) else {
            return LoggedOutPage().page.response(in: visit.language)
        }
        let page = LogoutPage(username: user.username, alert: alert ?? (visit.request.hasBrokenHint ? LogoutPage.brokenHint : nil), form: visit.form).page
        let target = visit.request.target.flatMap { RedirectURI.source($0.redirectURI) }
        return page.response(status, in: visit.language, formTarget: target, headers: visit.browser.headers)
    }

    /// Runs `body`, and answers its `LogoutRequest.Fault`.
    func answeringFaults(_ request: Request, _ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch let fault as LogoutRequest.Fault {
            return LogoutFaultPage(fault: fault).page.response(.badRequest, in: Self.language(request, query: request.queryString))
        }
    }
}

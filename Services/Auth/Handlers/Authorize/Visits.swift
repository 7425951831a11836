import CareModels
import Foundation
import HTTP

/// Why there is no visit; it renders as the answer.
enum VisitFault: Error {
    case page(AuthorizationRequest.PageFault)
    case redirect(AuthorizationRequest.Target, OAuthError)
}

/// What the endpoints of the authorization have in common: they read a browser's visit, and answer by way of it.
struct Visits: Sendable {
    let dependencies: Dependencies

    /// Checks an authorization request, as its query; throws `VisitFault`.
    func visit(_ request: Request, query: String) async throws -> Visit {
        let pairs = try Self.pairs(query)
        let clientID = pairs.first { $0.name == "client_id" }?.value
        let client = if let clientID { try await client(clientID) } else { Client?.none }
        let pushed = try await pushed(pairs, client)
        switch AuthorizationRequest.parse(pushed.map { FormEncoding.again($0.query) } ?? pairs, client: client) {
        case .page(let fault): throw VisitFault.page(fault)
        case .redirect(let target, let error): throw VisitFault.redirect(target, error)
        case .valid(var parsed):
            parsed.pushed = pushed
            guard let client else { throw VisitFault.page(.unknownClient) }
            do {
                try FAPI.check(parsed, of: client)
            } catch {
                throw VisitFault.redirect(.init(redirectURI: parsed.redirectURI, state: parsed.state, mode: parsed.responseMode), error)
            }
            let authorization = try await launched(try await hinted(parsed))
            let browser = Browser(request, isSecure: dependencies.settings.isSecure)
            let form = browser.form(about: query, dependencies.forms)
            let language = authorization.language ?? request.pageLanguage.language
            return Visit(
                query: query, authorization: authorization, client: client, browser: browser, language: language, form: form,
                takesPasskeys: dependencies.relyingParty != nil)
        }
    }

    private func client(_ id: String) async throws -> Client? {
        if id == Client.accountPagesID { return .accountPages(issuer: dependencies.settings.issuer) }
        return try await dependencies.clients.client(id)
    }

    /// The request that the app has left with us, where the browser brings its name; throws `VisitFault`.
    private func pushed(_ pairs: [FormEncoding.Pair], _ client: Client?) async throws -> PushedRequest? {
        let uris = pairs.filter { $0.name == "request_uri" }
        guard let client, let uri = uris.first, let handle = PushedRequest.handle(in: uri.value) else { return nil }
        guard uris.count == 1, pairs.filter({ $0.name == "client_id" }).count == 1 else { throw VisitFault.page(.repeated) }
        let instant = dependencies.now()
        let found = try await dependencies.pool.withConnection {
            try await $0.pushedRequest(handleHash: Secret.hash(handle), client: client.id, now: instant)
        }
        guard let found else { throw VisitFault.page(.notPushed) }
        return found
    }

    /// With the person whom its hint names as the one whom the app wants.
    private func hinted(_ request: AuthorizationRequest) async throws -> AuthorizationRequest {
        guard let token = request.idTokenHint else { return request }
        guard let hint = try await dependencies.hints.read(token), hint.clientID == request.clientID else {
            let target = AuthorizationRequest.Target(redirectURI: request.redirectURI, state: request.state, mode: request.responseMode)
            throw VisitFault.redirect(target, OAuthError(.invalidRequest, "id_token_hint must be an id token that this app got here"))
        }
        var request = request
        request.claims.subjects.insert(hint.subject)
        return request
    }

    /// With the launch that it names, and the person who made it as the one whom the app wants.
    private func launched(_ request: AuthorizationRequest) async throws -> AuthorizationRequest {
        func refuse(_ description: String) -> VisitFault {
            let target = AuthorizationRequest.Target(redirectURI: request.redirectURI, state: request.state, mode: request.responseMode)
            return .redirect(target, OAuthError(.invalidRequest, description))
        }
        if let base = request.fhirBase, !LaunchParameters.bases(issuer: dependencies.settings.issuer).contains(base) {
            throw refuse(LaunchParameters.foreignAudience.description)
        }
        guard let handle = request.launchHandle else { return request }
        let instant = dependencies.now()
        let found = try await dependencies.pool.withConnection {
            try await $0.launch(handleHash: Secret.hash(handle), client: request.clientID, now: instant)
        }
        guard let found else { throw refuse("launch is unknown, was used, or is over; open the app again") }
        var request = request
        request.launch = found
        request.claims.subjects.insert(found.userID.description)
        return request
    }

    /// An authorization request's parameters; throws `VisitFault`.
    static func pairs(_ query: String) throws -> [FormEncoding.Pair] {
        // With every byte escaped, needlessly or not.
        guard query.utf8.count <= 3 * AuthorizationRequest.longest else { throw VisitFault.page(.tooLong) }
        guard let pairs = try? FormEncoding.pairs(query) else { throw VisitFault.page(.unreadable) }
        guard FormEncoding.encode(pairs).utf8.count <= AuthorizationRequest.longest else { throw VisitFault.page(.tooLong) }
        return pairs
    }

    /// Who has typed their password on a page that holds this token, and when; nil when it is none of this browser's, or over.
    func proven(_ token: String, _ visit: Visit) async throws -> (user: UserRecord, at: Date)? {
        let (pending, browser) = (dependencies.pendingLogins, visit.browser)
        guard let claimed = pending.claim(token, now: dependencies.now()) else { return nil }
        guard let user = try await dependencies.pool.withConnection({ try await $0.user(claimed.userID) }) else { return nil }
        guard pending.accepts(token, of: user, browser: browser.id, session: browser.session) else { return nil }
        return (user, claimed.provenAt)
    }

    /// With a way to passkeys for who has one.
    func secondFactorPage(
        _ visit: Visit, of user: UserID, _ status: HTTPResponseStatus = .ok, login: String? = nil, alert: Text? = nil, headers: HTTPHeaders = [:]
    ) async throws -> Response {
        let passkeys = visit.takesPasskeys ? try await dependencies.pool.withConnection { try await $0.passkeys(of: user) } : []
        return visit.secondFactorPage(status, login: login, hasPasskey: !passkeys.isEmpty, alert: alert, headers: headers)
    }

    func signedIn(_ visit: Visit) async throws -> AuthorizationStep.SignedIn? {
        guard let hash = visit.browser.sessionHash else { return nil }
        let instant = dependencies.now()
        return try await dependencies.pool.withConnection {
            try await $0.signedIn(tokenHash: hash, client: visit.client.id, now: instant)
        }
    }

    /// Throws `VisitFault` where apps have had so many codes for somebody that more would only lie there: each is a session, when it is exchanged, and a line of the audit.
    func checkAllowance(of signedIn: AuthorizationStep.SignedIn, _ visit: Visit) throws {
        guard dependencies.allowances.mayGrant(for: signedIn.userID) else {
            throw VisitFault.redirect(visit.target, OAuthError(.temporarilyUnavailable, "this person was sent here too often; wait a minute"))
        }
    }

    /// What comes next for whoever has logged in with this browser.
    func step(_ visit: Visit, _ signedIn: AuthorizationStep.SignedIn?) -> AuthorizationStep {
        AuthorizationStep.next(
            visit.authorization, client: visit.client, signedIn: signedIn, demanding: dependencies.settings.secondFactorRoles, now: dependencies.now())
    }

    func isOwn(_ form: [String: String], _ visit: Visit) -> Bool { visit.browser.sent(form, about: visit.query, dependencies.forms) }

    /// Whether the form is of a page that showed these scopes: what the request gives may have become more or less since.
    func isOwn(_ form: [String: String], _ visit: Visit, showing scopes: Set<String>) -> Bool {
        visit.browser.sent(form, about: Self.shown(scopes, visit), dependencies.forms)
    }

    private static func shown(_ scopes: Set<String>, _ visit: Visit) -> String { "\(visit.query)\u{0}\(Scopes.format(scopes))" }

    func consentPage(
        _ visit: Visit, _ signedIn: AuthorizationStep.SignedIn, _ scopes: Set<String>, status: HTTPResponseStatus = .ok, alert: Text? = nil
    ) async throws -> Response {
        let user = try await dependencies.pool.withConnection { try await $0.user(signedIn.userID) }
        guard let user else { return visit.logInPage() }
        var visit = visit
        visit.form.token = visit.browser.form(about: Self.shown(scopes, visit), dependencies.forms).token
        return visit.consentPage(user, scopes, status, alert: alert)
    }

    /// Sends the person back to the app, with `state` and who answers (RFC 9207).
    func answer(
        _ target: AuthorizationRequest.Target, _ parameters: [FormEncoding.Pair], in language: Language, status: HTTPResponseStatus
    ) -> Response {
        var all = parameters
        if let state = target.state { all.append(("state", state)) }
        all.append(("iss", dependencies.settings.issuer))
        if target.mode == .formPost { return FormPostPage(address: target.redirectURI, fields: all).response(in: language) }
        let location = RedirectURI.adding(all.map { ($0.name, $0.value) }, to: target.redirectURI)
        return .redirect(to: location, status: status, headers: ["Cache-Control": "no-store", "Referrer-Policy": "no-referrer"])
    }

    /// Runs `body`, and answers its `VisitFault`.
    func answeringFaults(_ request: Request, status: HTTPResponseStatus, _ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch Refusal.requestSpent {
            return ErrorPage(fault: .notPushed).page.response(.badRequest, in: language(request))
        } catch VisitFault.page(let fault) {
            return ErrorPage(fault: fault).page.response(.badRequest, in: language(request))
        } catch VisitFault.redirect(let target, let error) {
            return answer(target, [("error", error.code.rawValue), ("error_description", error.description)], in: language(request), status: status)
        }
    }

    /// Of an answer without a visit.
    private func language(_ request: Request) -> Language {
        request.query["ui_locales"].flatMap(Language.init(uiLocales:)) ?? request.pageLanguage.language
    }
}

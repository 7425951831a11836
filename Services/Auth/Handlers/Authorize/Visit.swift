import HTTP
import Postgres

/// A browser's request about an authorization request: what the app asked for, and whose browser it is.
struct Visit: Sendable {
    var query: String
    var authorization: AuthorizationRequest
    var client: Client
    var browser: Browser

    /// Where an answer to a form of this page may redirect to.
    var formTarget: String? { RedirectURI.source(authorization.redirectURI) }
}

/// Why there is no visit; it renders as the answer.
enum VisitFault: Error {
    case page(AuthorizationRequest.PageFault)
    case redirect(AuthorizationRequest.Target, OAuthError)
}

extension Handlers {
    /// Checks an authorization request, as its query; throws `VisitFault`.
    func visit(_ request: Request, query: String) async throws -> Visit {
        let pairs = try self.pairs(query)
        let clientID = pairs.first { $0.name == "client_id" }?.value
        let client = if let clientID { try await dependencies.clients.client(clientID) } else { Client?.none }
        switch AuthorizationRequest.parse(pairs, client: client) {
        case .page(let fault): throw VisitFault.page(fault)
        case .redirect(let target, let error): throw VisitFault.redirect(target, error)
        case .valid(let authorization):
            guard let client else { throw VisitFault.page(.unknownClient) }
            let browser = Browser(request, isSecure: dependencies.config.isSecure)
            return Visit(query: query, authorization: authorization, client: client, browser: browser)
        }
    }

    /// An authorization request's parameters; throws `VisitFault`.
    func pairs(_ query: String) throws -> [FormEncoding.Pair] {
        let pairs = FormEncoding.pairs(query)
        guard FormEncoding.encode(pairs).utf8.count <= AuthorizationRequest.longest else { throw VisitFault.page(.tooLong) }
        return pairs
    }

    /// Runs `body`, and answers its `VisitFault`.
    func answeringFaults(status: HTTPResponseStatus, _ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch VisitFault.page(let fault) {
            return ErrorPage(fault: fault).page.response(.badRequest)
        } catch VisitFault.redirect(let target, let error) {
            return answer(target, [("error", error.code.rawValue), ("error_description", error.description)], status: status)
        }
    }

    /// Sends the person back to the app, with `state` and who answers (RFC 9207).
    func answer(
        _ target: AuthorizationRequest.Target, _ parameters: [FormEncoding.Pair], status: HTTPResponseStatus
    ) -> Response {
        var all = parameters
        if let state = target.state { all.append(("state", state)) }
        all.append(("iss", dependencies.config.issuer))
        let location = RedirectURI.adding(all.map { ($0.name, $0.value) }, to: target.redirectURI)
        return .redirect(to: location, status: status, headers: ["Cache-Control": "no-store", "Referrer-Policy": "no-referrer"])
    }

    func signedIn(_ visit: Visit) async throws -> AuthorizationStep.SignedIn? {
        guard let hash = visit.browser.sessionHash else { return nil }
        let instant = dependencies.now()
        return try await dependencies.pool.withConnection {
            try await $0.signedIn(tokenHash: hash, client: visit.client.id, now: instant)
        }
    }

    func formContext(_ visit: Visit) -> FormContext {
        FormContext(request: visit.query, token: dependencies.forms.token(browser: visit.browser.id, session: visit.browser.session))
    }

    /// Whether the form was sent from a page that this browser got from us.
    func isOwnForm(_ form: [String: String], _ visit: Visit) -> Bool {
        let browser = visit.browser.isNew ? nil : visit.browser.id
        return dependencies.forms.accepts(form["form_token"], browser: browser, session: visit.browser.session)
    }

    static let staleForm = "This page was open for too long. Please try again."
    static let busy = "Many people are logging in right now. Please try again in a moment."
}

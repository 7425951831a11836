import CareModels
import HTTP
import Postgres

extension Handlers {
    /// `GET /oauth/authorize`: logs the person in, asks them, or sends them back with a code or an error.
    func authorize(_ request: Request) async throws -> Response {
        try await answeringFaults(status: .found) {
            let visit = try await visit(request, query: request.queryString)
            let signedIn = try await signedIn(visit)
            switch AuthorizationStep.next(visit.authorization, client: visit.client, signedIn: signedIn, now: dependencies.now()) {
            case .logIn:
                return logInPage(visit)
            case .refuse(let error):
                throw VisitFault.redirect(visit.target, error)
            case .consent(let scopes):
                guard let signedIn else { return logInPage(visit) }
                return try await consentPage(visit, signedIn, scopes)
            case .issue(let scopes):
                guard let signedIn else { return logInPage(visit) }
                return try await issueCode(visit, signedIn, scopes, status: .found) { _ in }
            }
        }
    }

    /// `POST /oauth/authorize`, which OpenID Connect asks for. Another site's form does not bring our cookies along, so the
    /// browser is sent to ask by itself.
    func postAuthorize(_ request: Request) async throws -> Response {
        try await answeringFaults(status: .seeOther) {
            let form = String(decoding: request.body, as: UTF8.self)
            return .redirect(to: "/oauth/authorize?" + FormEncoding.encode(try pairs(form)))
        }
    }

    /// Keeps a new code, with whatever else belongs into its commit, and sends the person back with it.
    func issueCode(
        _ visit: Visit, _ signedIn: AuthorizationStep.SignedIn, _ scopes: Set<String>, status: HTTPResponseStatus,
        with other: (Transaction) async throws -> Void
    ) async throws -> Response {
        let secret = Base64URL.encode(Secret.random())
        let authorization = visit.authorization
        let code = CodeExchange.Code(
            clientID: visit.client.id, redirectURI: authorization.redirectURI, challenge: authorization.challenge,
            expiresAt: dependencies.now().addingTimeInterval(dependencies.config.codeLifetime), isUsed: false)
        let record = CodeRecord(
            hash: Secret.hash(secret), userID: signedIn.userID, scopes: scopes, nonce: authorization.nonce, authTime: signedIn.authTime,
            code: code)
        try await dependencies.pool.transaction { tx in
            try await other(tx)
            try await tx.insert(record)
        }
        return answer(visit.target, [("code", secret)], status: status)
    }
}

extension Visit {
    var target: AuthorizationRequest.Target { .init(redirectURI: authorization.redirectURI, state: authorization.state) }
}

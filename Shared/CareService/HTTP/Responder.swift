import Foundation
import NIOHTTP1
import Postgres

/// The way of a request from its route to its response, the same for all: access, query, limits, handler, and one place
/// where errors become problems.
struct Responder: Sendable {
    /// Who calls: looked at when the head was there, or still to be looked at.
    enum Caller: Sendable { case unchecked, checked(Identity?) }

    let verifier: TokenVerifier?
    let bodies: BodyBudget
    /// Of the service: what idempotency rows are made under besides the client's key.
    var masterKeys: MasterKeys?
    let heavy: HeavyRequests

    func respond(
        to exchange: Exchange, caller: Caller, body: [UInt8], stream: RequestBodyStream? = nil, peer: ClientAddress.Peer
    ) async -> Response {
        do {
            let response = try await handle(exchange, caller, body: body, stream: stream, peer: peer)
            return finish(response, exchange)
        } catch {
            return exchange.response(for: ErrorMapping.problem(for: error, exchange))
        }
    }

    private func handle(
        _ exchange: Exchange, _ known: Caller, body: [UInt8], stream: RequestBodyStream?, peer: ClientAddress.Peer
    ) async throws -> Response {
        guard case .found(let endpoint, let values) = exchange.match else { throw Self.problem(of: exchange.match) }
        let route = endpoint.route
        let head = exchange.head
        let caller: Identity?
        var permit: HeavyRequests.Permit?
        switch known {
        case .checked(let identity): caller = identity
        case .unchecked:
            caller = try await self.caller(of: head, route.access)
            if route.isHeavy {
                permit = heavy.enter(name(of: .checked(caller), head, peer))
                if permit == nil { throw HeavyRequests.refusal() }
            }
        }
        defer { withExtendedLifetime(permit) {} }
        var query = QueryParameters()
        if let mark = head.uri.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = try QueryParameters(parsing: head.uri[head.uri.index(after: mark)...], accepted: route.query, repeatable: route.repeatable)
        }
        let request = Request(
            head: head, route: route, parameterNames: endpoint.parameterNames, parameterValues: values, query: query, body: body,
            stream: stream, requestID: exchange.requestID, peer: peer, caller: caller, masterKeys: masterKeys)
        for limit in route.limits {
            if let key = limit.key(request) { try limit.limiter.check(key) }
        }
        return try await route.handler(request)
    }

    /// Under which name a caller's heavy requests are counted: the person's, the machine's, or the address.
    func name(of caller: Caller, _ head: HTTPRequestHead, _ peer: ClientAddress.Peer) -> String {
        guard case .checked(let identity?) = caller else { return "address \(peer.client(forwardedFor: head.headers[canonicalForm: "X-Forwarded-For"]))" }
        return identity.userID.map { "user \($0)" } ?? "client \(identity.clientID)"
    }

    /// What can be said of the caller without waiting: that none is needed, or that the token was checked before. nil: `caller(of:)` has
    /// to look. Throws what it would.
    func knownCaller(of head: HTTPRequestHead, _ access: Access) throws -> Caller? {
        guard let verifier, let token = Self.bearerToken(head.headers) else {
            guard access.needsToken else { return .checked(nil) }
            throw Self.noToken
        }
        guard access.needsToken else {
            do { return try verifier.recall(token, now: Date()).map(Caller.checked) } catch { return .checked(nil) }
        }
        guard let identity = try verifier.recall(token, now: Date()) else { return nil }
        try access.check(identity)
        return .checked(identity)
    }

    private static var noToken: Problem { .unauthorized("Send an access token: Authorization: Bearer …") }

    /// The caller of a checked bearer token (RFC 6750, section 2.1). On a route open to anyone a token that is refused counts
    /// as none.
    func caller(of head: HTTPRequestHead, _ access: Access) async throws -> Identity? {
        guard let verifier, let token = Self.bearerToken(head.headers) else {
            guard access.needsToken else { return nil }
            throw Self.noToken
        }
        guard access.needsToken else { return try? await verifier.verify(token, now: Date()) }
        let identity = try await verifier.verify(token, now: Date())
        try access.check(identity)
        return identity
    }

    private static func bearerToken(_ headers: HTTPHeaders) -> String? {
        let values = headers["Authorization"]
        guard values.count == 1, let value = values.first else { return nil }
        let prefix = value.utf8.prefix(7)
        guard prefix.count == 7, String(Substring(prefix)).lowercased() == "bearer " else { return nil }
        let token = value.utf8.dropFirst(7).drop { $0 == 0x20 }
        return token.isEmpty ? nil : String(Substring(token))
    }

    static func problem(of match: Router.Match) -> Problem {
        switch match {
        case .wrongMethod(let allowed):
            let methods = allowed.joined(separator: ", ")
            return Problem(
                .methodNotAllowed, "method-not-allowed", title: "This address does not take that method", detail: "It takes \(methods).",
                headers: ["Allow": methods])
        case .malformed:
            return Problem(
                .badRequest, "malformed-path", title: "The path cannot be read", detail: "Percent-encode it as UTF-8, and only what needs it, without NUL characters.")
        case .notFound, .found:
            return Problem(.notFound, "no-such-address", title: "Not found", detail: "There is nothing at this address.")
        }
    }

    private func finish(_ response: Response, _ exchange: Exchange) -> Response {
        var response = response
        if !response.headers.contains(name: "Cache-Control"), case .found(let endpoint, _) = exchange.match {
            let isPage = response.headers.contains(name: "Content-Security-Policy")
            if endpoint.route.access.needsToken || isPage { response.headers.add(name: "Cache-Control", value: "no-store") }
        }
        if response.status == .ok, exchange.head.method == .GET || exchange.head.method == .HEAD,
            let tag = response.headers.first(name: "ETag"), isKnown(tag, to: exchange.head.headers)
        {
            response.headers.remove(name: "Content-Type")
            response = Response(.notModified, headers: response.headers)
        }
        return response
    }

    /// If-None-Match compares weakly (RFC 9110, section 13.1.2).
    private func isKnown(_ tag: String, to headers: HTTPHeaders) -> Bool {
        let values = headers["If-None-Match"]
        guard !values.isEmpty, let known = EntityTags(values) else { return false }
        guard case .listed(let tags) = known else { return true }
        guard case .listed(let ours)? = EntityTags([tag]), let opaque = ours.first?.opaque else { return false }
        return tags.contains { $0.opaque == opaque }
    }
}

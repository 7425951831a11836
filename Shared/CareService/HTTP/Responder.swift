import Foundation
import NIOHTTP1
import Postgres

/// The way of a request from its route to its response, the same for all: access, query, limits, handler, and one place
/// where errors become problems.
struct Responder: Sendable {
    let verifier: TokenVerifier?
    let bodies: BodyBudget

    func respond(to exchange: Exchange, body: [UInt8], stream: RequestBodyStream? = nil, peer: ClientAddress.Peer) async -> Response {
        do {
            let response = try await handle(exchange, body: body, stream: stream, peer: peer)
            return finish(response, exchange)
        } catch {
            return exchange.response(for: ErrorMapping.problem(for: error, exchange))
        }
    }

    private func handle(_ exchange: Exchange, body: [UInt8], stream: RequestBodyStream?, peer: ClientAddress.Peer) async throws -> Response {
        guard case .found(let endpoint, let values) = exchange.match else { throw Self.problem(of: exchange.match) }
        let route = endpoint.route
        let caller = try await self.caller(of: exchange.head, route.access)
        if let stream, !route.isStreamed {
            return try await bodies.collecting(stream) { bytes in
                try await handle(exchange, endpoint, values, caller, body: bytes, stream: nil, peer: peer)
            }
        }
        return try await handle(exchange, endpoint, values, caller, body: body, stream: stream, peer: peer)
    }

    private func handle(
        _ exchange: Exchange, _ endpoint: Router.Endpoint, _ values: [String], _ caller: Identity?, body: [UInt8], stream: RequestBodyStream?,
        peer: ClientAddress.Peer
    ) async throws -> Response {
        let route = endpoint.route
        let head = exchange.head
        var query = QueryParameters()
        if let mark = head.uri.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = try QueryParameters(parsing: head.uri[head.uri.index(after: mark)...], accepted: route.query, repeatable: route.repeatable)
        }
        let request = Request(
            head: head, route: route, parameterNames: endpoint.parameterNames, parameterValues: values, query: query, body: body,
            stream: stream, requestID: exchange.requestID, peer: peer, caller: caller)
        for limit in route.limits {
            if let key = limit.key(request) { try limit.limiter.check(key) }
        }
        return try await route.handler(request)
    }

    /// The caller of a checked bearer token (RFC 6750, section 2.1). On a route open to anyone a token that is refused counts
    /// as none.
    private func caller(of head: HTTPRequestHead, _ access: Access) async throws -> Identity? {
        guard let verifier, let token = Self.bearerToken(head.headers) else {
            guard access.needsToken else { return nil }
            throw Problem.unauthorized("Send an access token: Authorization: Bearer …")
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
            return Problem(.badRequest, "malformed-path", title: "The path cannot be read", detail: "Percent-encode it as UTF-8, without NUL characters.")
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

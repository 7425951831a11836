import CareModels
import NIOCore
import NIOHTTP1

/// The way of a request from its route to its response, the same for all: access, query, limits, handler, and one place
/// where errors become problems.
struct Responder: Sendable {
    let callers: CallerCheck
    let bodies: BodyBudget
    let heavy: HeavyRequests
    let turns: Turns<CallerID>
    let quota: CallerQuota
    let errors: ErrorMapping
    let secrets: RequestSecrets?
    let origins: CrossOrigin

    func respond(
        to exchange: Exchange, caller: CallerCheck.Caller, body: [UInt8], stream: RequestBodyStream? = nil, peer: ClientAddress.Peer
    ) async -> Response {
        var standing: CallerQuota.Standing?
        var response: Response
        do {
            let (head, match) = (exchange.head, exchange.match)
            if head.method == .OPTIONS {
                let preflight = try origins.preflight(HTTPMethod(head.method), HTTPHeaders(head.headers), origin: exchange.origin, match: match)
                if let answer = preflight ?? Self.options(of: match) { return answer }
            }
            response = finish(try await handle(exchange, caller, body: body, stream: stream, peer: peer, &standing), exchange)
        } catch {
            response = exchange.response(for: errors.problem(for: error, exchange))
        }
        if let standing { quota.describe(standing, in: &response) }
        if case .found(let endpoint, _) = exchange.match, let deprecation = endpoint.route.deprecation {
            response.headers.add(contentsOf: deprecation.headers)
        }
        return response
    }

    private func handle(
        _ exchange: Exchange, _ known: CallerCheck.Caller, body: [UInt8], stream: RequestBodyStream?, peer: ClientAddress.Peer,
        _ standing: inout CallerQuota.Standing?
    ) async throws -> Response {
        guard case .found(let endpoint, let values) = exchange.match else { throw Self.problem(of: exchange.match) }
        let route = endpoint.route
        let head = exchange.head
        let caller: Identity?
        var permit: HeavyRequests.Permit?
        switch known {
        case .checked(let identity): caller = identity
        case .unchecked:
            // Seen before, as nearly all are: found without waiting, and so without all the steps of a task that it takes to wait.
            if case .checked(let identity) = try callers.known(.init(head), route.access) {
                caller = identity
            } else {
                caller = try await callers.check(.init(head), route.access)
            }
            if route.isHeavy(body: stream == nil ? body.count : nil) {
                permit = heavy.enter(name(of: .checked(caller), head, peer))
                if permit == nil { throw HeavyRequests.refusal() }
            }
        }
        defer { withExtendedLifetime(permit) {} }
        if let caller, route.access.needsToken {
            let counted = quota.count(caller, at: NIODeadline.now().seconds)
            standing = counted
            if let wait = counted.wait { throw Problem.tooManyRequests(retryAfter: wait) }
        }
        var query = QueryParameters()
        if let mark = head.uri.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = try QueryParameters(
                parsing: head.uri[head.uri.index(after: mark)...], accepted: route.query, repeatable: route.repeatable, areRead: route.readsItsQuery)
        }
        let request = Request(
            head: head, route: route, parameterNames: endpoint.parameterNames, parameterValues: values, query: query, body: body,
            stream: stream, requestID: exchange.requestID, peer: peer, caller: caller, secrets: secrets, origins: origins, bodies: bodies)
        if !route.takesBody { try request.refuseBody() }
        for limit in route.limits { try limit(request) }
        guard route.isInTurn, let caller else { return try request.charged(try await route.handler(request)) }
        return try await turns.take(CallerID(caller)) { try request.charged(try await route.handler(request)) }
    }

    /// Under which name a caller's heavy requests are counted: the person's, the machine's, or the address.
    func name(of caller: CallerCheck.Caller, _ head: HTTPRequestHead, _ peer: ClientAddress.Peer) -> String {
        guard case .checked(let identity?) = caller else { return "address \(peer.client(forwardedFor: HTTPHeaders(head.headers)[canonicalForm: "X-Forwarded-For"]))" }
        return CallerID(identity).description
    }

    /// What an address says of itself (`Route.telling`); nil where it says nothing.
    private static func options(of match: Router.Match) -> Response? {
        guard case .wrongMethod(let wrong) = match, var headers = wrong.options else { return nil }
        headers.add(name: "Allow", value: (wrong.allowed + ["OPTIONS"]).sorted().joined(separator: ", "))
        return Response(.noContent, headers: headers)
    }

    static func problem(of match: Router.Match) -> Problem {
        switch match {
        case .wrongMethod(let wrong):
            let methods = wrong.allowed.joined(separator: ", ")
            let detail: Text =
                if let address = wrong.listedAt { "It takes \(methods); the list is at GET \(address)." } else { "It takes \(methods)." }
            return Problem(.methodNotAllowed, detail: detail, headers: ["Allow": methods])
        case .malformed:
            return Problem(
                .malformedPath, detail: "Percent-encode it as UTF-8, and only what needs it, without NUL characters.")
        case .notFound, .found:
            return Problem(.noSuchAddress)
        }
    }

    private func finish(_ response: Response, _ exchange: Exchange) -> Response {
        var response = response
        if !response.headers.contains(name: "Cache-Control"), case .found(let endpoint, _) = exchange.match {
            let isPage = response.headers.contains(name: "Content-Security-Policy")
            if endpoint.route.access.needsToken || isPage { response.headers.add(name: "Cache-Control", value: "no-store") }
        }
        guard let tag = response.headers.first(name: "ETag") else { return response }
        // A strong tag names these bytes: nobody on the way, our gateway first, may pack them, which would make it a weak one.
        if tag.utf8.first == UInt8(ascii: "\"") { response.headers.add(name: "Cache-Control", value: "no-transform") }
        if response.status == .ok || response.status == .partialContent, exchange.head.method == .GET || exchange.head.method == .HEAD,
            isKnown(tag, to: HTTPHeaders(exchange.head.headers))
        {
            response.headers.remove(name: "Content-Type")
            response.headers.remove(name: "Content-Range")
            response = Response(.notModified, headers: response.headers)
        }
        return response
    }

    /// If-None-Match compares weakly (RFC 9110, section 13.1.2).
    private func isKnown(_ tag: String, to headers: HTTPHeaders) -> Bool {
        let values = headers["If-None-Match"]
        guard !values.isEmpty, let known = Condition(values), case .listed(let ours)? = Condition(tag), let ours = ours.first else { return false }
        return known.names(ours, .weak)
    }
}

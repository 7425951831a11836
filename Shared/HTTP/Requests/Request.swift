import CareModels
import NIOCore
import NIOHTTP1
import Synchronization

/// A request that a route received: read whole, its path and query checked, its caller checked by the route's access.
package struct Request: Sendable {
    private let core: Core
    /// The caller when a valid token came along, whatever the route's access.
    package private(set) var caller: Identity?
    package let query: QueryParameters

    /// What does not change on the way, behind one reference, so that passing a request on is cheap.
    private final class Core: Sendable {
        let head: HTTPRequestHead
        let route: Route
        let parameterNames: [String]
        let parameterValues: [String]
        let body: [UInt8]
        let stream: RequestBodyStream?
        let requestID: String
        let peer: ClientAddress.Peer
        let secrets: RequestSecrets?
        let origins: CrossOrigin
        let bodies: BodyBudget?
        /// What its answer has of these.
        let share = Mutex<BodyBudget.Share?>(nil)

        init(
            head: HTTPRequestHead, route: Route, parameterNames: [String], parameterValues: [String], body: [UInt8],
            stream: RequestBodyStream?, requestID: String, peer: ClientAddress.Peer, secrets: RequestSecrets?, origins: CrossOrigin,
            bodies: BodyBudget?
        ) {
            self.head = head
            self.route = route
            self.parameterNames = parameterNames
            self.parameterValues = parameterValues
            self.body = body
            self.stream = stream
            self.requestID = requestID
            self.peer = peer
            self.secrets = secrets
            self.origins = origins
            self.bodies = bodies
        }
    }

    init(
        head: HTTPRequestHead, route: Route, parameterNames: [String] = [], parameterValues: [String] = [], query: QueryParameters = .init(),
        body: [UInt8] = [], stream: RequestBodyStream? = nil, requestID: String, peer: ClientAddress.Peer, caller: Identity?,
        secrets: RequestSecrets? = nil, origins: CrossOrigin = .nobody, bodies: BodyBudget? = nil
    ) {
        core = Core(
            head: head, route: route, parameterNames: parameterNames, parameterValues: parameterValues, body: body, stream: stream,
            requestID: requestID, peer: peer, secrets: secrets, origins: origins, bodies: bodies)
        self.query = query
        self.caller = caller
    }

    package var method: HTTPMethod { HTTPMethod(core.head.method) }
    var version: HTTPVersion { core.head.version }
    /// What its head says, for whoever checks another token than the header's.
    package var call: CallerCheck.Call { CallerCheck.Call(core.head) }
    package var headers: HTTPHeaders { HTTPHeaders(core.head.headers) }
    /// The path as the client sent it, still percent-encoded, without the query. It holds ids: not for logs.
    package var path: String { String(Substring(core.head.uri.utf8.prefix { $0 != UInt8(ascii: "?") })) }
    /// What follows the path, without its question mark, still percent-encoded; empty when there is none. Cut where the router cuts, at the
    /// byte: a question mark with an accent on it is another character.
    package var queryString: String { String(Substring(core.head.uri.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst())) }
    /// The route's pattern, such as `/users/:id`.
    package var pattern: String { core.route.path }
    package var body: [UInt8] { core.body }
    package var requestID: String { core.requestID }
    /// The service's, where it has any.
    package var secrets: RequestSecrets? { core.secrets }

    /// Whose pages may call from a browser.
    var origins: CrossOrigin { core.origins }

    /// Nothing is changed by it (`Route.reading`).
    package var isReading: Bool { core.route.isReading }
    /// A standby of the database may answer it (`Route.fromStandby`).
    package var isForStandby: Bool { core.route.isForStandby }
    /// What its answer has of the server's memory.
    var share: BodyBudget.Share? {
        guard let bodies = core.bodies else { return nil }
        return core.share.withLock { share in
            let known = share ?? bodies.share()
            share = known
            return known
        }
    }

    /// The body of a streamed route. Traps on another, whose body is read whole.
    package var bodyStream: RequestBodyStream {
        guard let stream = core.stream else { preconditionFailure("\(core.route.path) is not streamed: its handler reads `body`") }
        return stream
    }

    /// Path parameters by name, percent-decoded: `/users/:id` → `parameter("id")`.
    package func parameter(_ name: String) throws -> String {
        guard let value = parameter(ifAny: name) else { preconditionFailure("\(core.route.path) has no parameter \(name)") }
        return value
    }

    /// Nil where the route has none of this name.
    package func parameter(ifAny name: String) -> String? {
        guard let index = core.parameterNames.firstIndex(of: name), index < core.parameterValues.count else { return nil }
        return core.parameterValues[index]
    }

    package var hasParameters: Bool { !core.parameterNames.isEmpty }

    /// A UUID path parameter; otherwise a 404 problem.
    package func id<Entity>(_ name: String, of: Entity.Type = Entity.self) throws -> ID<Entity> {
        guard let id = ID<Entity>(try parameter(name)) else { throw Problem.notFound(Entity.self) }
        return id
    }

    /// The caller, checked by the route's access. Traps on a route open to anyone; use `caller` there.
    package var identity: Identity {
        guard let caller else { preconditionFailure("\(core.route.path) is open to anyone: its handler reads `caller`") }
        return caller
    }

    /// The client's address, from the gateway's X-Forwarded-For when the peer is trusted.
    package var clientAddress: String { core.peer.client(forwardedFor: headers[canonicalForm: "X-Forwarded-For"]) }

    /// `?limit=&after=`; a 400 problem when limit is not in 1…most, or `after` is no cursor of this list. Where an address has several lists, or one in several
    /// orders, `variant` names which it is (`ListTag`). A list with more parameters reads them all by `Checks.read`; where one that its variant hangs on `isUnclear`, being
    /// wrong itself, the request is refused for that, and nothing is said of whose cursor `after` is.
    package func page(_ variant: String? = nil, isUnclear: Bool = false, default standard: Int = 50, most: Int = 200) throws -> PageRequest {
        var checks = Checks()
        let list = ListTag(pattern, core.parameterValues, variant: variant)
        let limit = try checks.read(query.int("limit", in: 1...most)) ?? standard
        let after = try checks.read(query["after"].map { try Cursor.decode($0, of: isUnclear ? nil : list) })
        try checks.done()
        return PageRequest(limit: limit, of: list, after: after)
    }
}

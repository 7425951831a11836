import CareModels

/// One line of a service's table of contents.
package struct Route: Sendable {
    package typealias Handler = @Sendable (Request) async throws -> Response
    package typealias ProblemRenderer = @Sendable (Problem, RefusedRequest) -> Response

    package let method: HTTPMethod
    /// `/users/:id/appointments`: `:name` takes one segment; a literal may follow the name (`/calendars/:token.ics`).
    package let path: String
    package let access: Access
    package let query: Set<String>
    /// In bytes; of an operation that takes no body, what may be sent all the same to hear that (`Request.refuseBody`).
    package let bodyLimit: Int
    package let takesBody: Bool
    package let operation: String
    private(set) var handler: Handler
    private(set) var limits: [Limit] = []
    private(set) var isProbe = false
    /// Whether pages of registered origins may call it and read its answers.
    package private(set) var isShared = true
    private(set) var repeatable: Set<String> = []
    /// Its handler asks for the value of a parameter by its kind (`QueryParameters.int` and so on), whatever was sent, before it does anything: a name that the address
    /// does not know is told then, beside the values that are wrong. So does every list, by `limit`.
    private(set) var readsItsQuery: Bool
    private(set) var problemRenderer: ProblemRenderer?
    private(set) var isPage = false
    private(set) var isStreamed = false
    private var isHeavy = false
    /// With a body of no more bytes it takes little.
    private var leastHeavy = 0
    private(set) var isReading: Bool
    private(set) var isInTurn = false
    private var isComputing = false
    /// Of a body that is no more than so many bytes too little is computed.
    private var leastComputed = 0
    private(set) var isBeside = false
    /// A standby of the database may answer (`fromStandby`).
    package private(set) var isForStandby = false
    private(set) var deprecation: Deprecation?
    private(set) var listedAt: String?
    private(set) var options: HTTPHeaders?

    /// Throws the problem of who has nothing left.
    typealias Limit = @Sendable (Request) throws -> Void

    /// Bytes of a body where a route says nothing else: what people write, and what programs say of it. It is read on the connection's event loop, where nothing may take long.
    package static let smallBody = 64 << 10
    private static let strayBody = 1 << 10

    /// `query` names the only query parameters accepted (besides none): others are a 400; `["*"]` takes any. `operation` is the
    /// OpenAPI operationId. A body over `bodyLimit` bytes is a 413; with 0 the operation takes none.
    package init(
        _ method: HTTPMethod, _ path: String, _ access: Access, query: Set<String> = [], bodyLimit: Int = smallBody,
        operation: String, _ handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.query = query
        readsItsQuery = query.contains("limit")
        takesBody = bodyLimit > 0
        self.operation = operation
        self.handler = handler
        isReading = method == .GET || method == .HEAD
        self.bodyLimit = takesBody || isReading ? bodyLimit : Self.strayBody
    }

    package static func get(_ path: String, _ access: Access, query: Set<String> = [], operation: String, _ handler: @escaping Handler) -> Route {
        Route(.GET, path, access, query: query, bodyLimit: 0, operation: operation, handler)
    }

    package static func post(
        _ path: String, _ access: Access, query: Set<String> = [], bodyLimit: Int = smallBody, operation: String, _ handler: @escaping Handler
    ) -> Route {
        Route(.POST, path, access, query: query, bodyLimit: bodyLimit, operation: operation, handler)
    }

    package static func put(
        _ path: String, _ access: Access, query: Set<String> = [], bodyLimit: Int = smallBody, operation: String, _ handler: @escaping Handler
    ) -> Route {
        Route(.PUT, path, access, query: query, bodyLimit: bodyLimit, operation: operation, handler)
    }

    package static func patch(
        _ path: String, _ access: Access, query: Set<String> = [], bodyLimit: Int = smallBody, operation: String, _ handler: @escaping Handler
    ) -> Route {
        Route(.PATCH, path, access, query: query, bodyLimit: bodyLimit, operation: operation, handler)
    }

    package static func delete(
        _ path: String, _ access: Access, query: Set<String> = [], bodyLimit: Int = 0, operation: String, _ handler: @escaping Handler
    ) -> Route {
        Route(.DELETE, path, access, query: query, bodyLimit: bodyLimit, operation: operation, handler)
    }

    /// These query parameters may be given more than once (`QueryParameters.all`); any other is then a 400.
    package func repeating(_ names: String...) -> Route {
        precondition(query.isSuperset(of: names), "\(path) repeats a parameter that it does not take")
        var route = self
        route.repeatable = Set(names)
        return route
    }

    /// No list, and its handler reads its query as theirs do (`readsItsQuery`).
    package func readingItsQuery() -> Route {
        var route = self
        route.readsItsQuery = true
        return route
    }

    /// Errors of this route read so, instead of as problem+json: for protocols with an error format of their own. `forPeople`: as pages; then whoever reads pages
    /// is shown one as well where no route leads, among this one and others.
    package func rendering(forPeople: Bool = false, problems renderer: @escaping ProblemRenderer) -> Route {
        var route = self
        route.problemRenderer = renderer
        route.isPage = forPeople
        return route
    }

    /// The handler runs as soon as the caller is known and takes the body piece by piece (`Request.bodyStream`); `bodyLimit` holds all
    /// the same. A client that sends nothing for `bodyDeadline`, or slower than a quarter of `bodyRate`, is refused.
    package func streamed() -> Route {
        var route = self
        route.isStreamed = true
        return route
    }

    /// A request may compute for some milliseconds, without a pause: it does not run on the event loop of its connection, where all others of the
    /// loop would wait for it.
    ///
    /// `above`: where that hangs on the body, a request with one of no more bytes runs there all the same.
    package func computing(above least: Int = 0) -> Route {
        var route = self
        (route.isComputing, route.leastComputed) = (true, least)
        return route
    }

    /// The same of those requests of which `isMuch` says so, once it is known who calls.
    package func computing(when isMuch: @escaping @Sendable (Request) -> Bool) -> Route {
        within { request, handler in
            try await withTaskExecutorPreference(isMuch(request) ? globalConcurrentExecutor : nil) { try await handler(request) }
        }
    }

    /// Whether a request with such a body is to run elsewhere than on its connection's event loop.
    func isComputing(body bytes: Int) -> Bool { isComputing && (leastComputed == 0 || bytes > leastComputed) }

    /// A request takes much: of memory, of a processor's time, or of the database's. A caller may have two of them running in a replica;
    /// a third one hears 429 before its body is read. It is one of those that compute.
    ///
    /// `above`: where that hangs on the body, a request that announces one of no more bytes is as any other.
    package func heavy(above least: Int = 0) -> Route {
        var route = computing()
        (route.isHeavy, route.leastHeavy) = (true, least)
        return route
    }

    /// Whether a request is one of which a caller has two at once; nil: nobody knows how long its body will be.
    func isHeavy(body bytes: Int?) -> Bool { isHeavy && (leastHeavy == 0 || bytes.map { $0 > leastHeavy } ?? true) }

    /// A request of a caller's waits for its turn among the caller's others, of all routes that say so: few of them run at once
    /// (`HTTPServerConfiguration.writesAtOnce`), the others wait in memory, in their order, and hold no connection to the database meanwhile. So whatever lock
    /// they wait for, nobody else waits for a connection behind them. Where nobody is known to call there is none; nor of what is streamed or heavy whatever its
    /// body, of which no more run anyhow, and which may wait for the client's bytes.
    package func inTurn() -> Route {
        var route = self
        route.isInTurn = !isStreamed && !(isHeavy && leastHeavy == 0)
        return route
    }

    /// Nothing is changed by it, though its method does not say so, as a search whose parameters are a form's: whoever asks hears 503 where a
    /// long answer finds no memory, and may ask again.
    package func reading() -> Route {
        var route = self
        route.isReading = true
        return route
    }

    /// Where the operator has named standbys of the database, one of them may answer: the handler only reads, and says so to the pool (`pool.reading(request)`). For
    /// what reads many rows; one by its key costs the primary no more than the question how far a standby has to be.
    package func fromStandby() -> Route {
        precondition(isReading, "\(path) is not only read")
        var route = self
        route.isForStandby = true
        return route
    }

    /// Its address is one of those of another pattern, `/fhir/r4/Binary` of `/fhir/r4/:type`: a method that it does not take is that one's.
    package func beside() -> Route {
        var route = self
        route.isBeside = true
        return route
    }

    /// It goes on as before, and new programs are to use another one: its answers say since when, where to read on, and when it ends, if that is settled.
    /// Both are dates, such as `2026-11-22`.
    package func deprecated(since: String, sunset: String? = nil, link: String) -> Route {
        var route = self
        route.deprecation = Deprecation(since: Self.date(since), sunset: sunset.map(Self.date), link: link)
        return route
    }

    /// What it makes is read at another address than its own, such as `/users/{id}/appointments`: who tries this one hears so.
    package func listed(at address: String) -> Route {
        var route = self
        route.listedAt = address
        return route
    }

    /// Whoever asks its address by OPTIONS what is known there, and is no browser before a page's request (`CrossOrigin`), hears these, for protocols that are found
    /// out about so. Elsewhere OPTIONS is a 405.
    package func telling(_ options: HTTPHeaders) -> Route {
        var route = self
        route.options = options
        return route
    }

    private static func date(_ text: String) -> LocalDate {
        guard let date = LocalDate(text) else { preconditionFailure("\(text) is no date") }
        return date
    }

    /// A probe or scrape: it comes every few seconds, so its successes are not logged or timed.
    package func probe() -> Route {
        var route = forOwnPagesOnly()
        route.isProbe = true
        return route
    }

    /// No page of another origin reads its answers, registered or not: it is a page itself, or for nobody's browser.
    package func forOwnPagesOnly() -> Route {
        var route = self
        route.isShared = false
        return route
    }

    /// Runs around the handler, behind all checks of the route: what a service does with every request of it, whatever the handler is.
    package func within(_ around: @escaping @Sendable (Request, Handler) async throws -> Response) -> Route {
        var route = self
        let inner = handler
        route.handler = { request in try await around(request, inner) }
        return route
    }

    /// Refuses with 429 and Retry-After when `limiter` has no token for the request's key (nil: not limited). Runs after the
    /// access check and before the handler; several limits may be laid on one route.
    package func limited(by limiter: RateLimiter, key: @escaping @Sendable (Request) -> String?) -> Route {
        limited { request in
            if let key = key(request) { try limiter.check(key) }
        }
    }

    /// The same by who calls, and through which app; those whom `counts` leaves out are not limited.
    package func limited(by limiter: CallerLimiter, counts: @escaping @Sendable (Identity) -> Bool = Route.isPerson) -> Route {
        limited { request in
            if let caller = request.caller, counts(caller) { try limiter.check(caller) }
        }
    }

    private func limited(_ limit: @escaping Limit) -> Route {
        var route = self
        route.limits.append(limit)
        return route
    }

    /// No machine.
    @Sendable package static func isPerson(_ caller: Identity) -> Bool { caller.userID != nil }
}

extension [Route] {
    /// All that change something, by one limiter.
    package func limitingChanges(by limiter: CallerLimiter, counts: @escaping @Sendable (Identity) -> Bool = Route.isPerson) -> [Route] {
        map { $0.method == .GET ? $0 : $0.limited(by: limiter, counts: counts) }
    }

    /// All that change something, each in its caller's turn (`Route.inTurn`).
    package func changingInTurn() -> [Route] { map { $0.isReading ? $0 : $0.inTurn() } }
}

/// A route as the `routes` command prints it, so that openapi.yaml can be held against it.
package struct RouteDescription: Codable, Sendable, Equatable {
    package var method: String
    /// In OpenAPI's spelling: `/users/{id}`.
    package var path: String
    package var operation: String
    /// `anyone`, `signedIn` or `roles`.
    package var access: String
    package var roles: [String]
    package var scopes: [String]
    package var query: [String]
    package var bodyLimit: Int
    package var deprecated: Bool
    /// Refused to who acts for somebody else, whatever their scopes.
    package var inPerson: Bool
    /// A standby of the database may answer.
    package var standby: Bool

    package init(_ route: Route) {
        method = route.method.rawValue
        path = PathPattern(route.path).openAPI
        operation = route.operation
        switch route.access.callers {
        case .anyone: (access, roles) = ("anyone", [])
        case .signedIn: (access, roles) = ("signedIn", [])
        case .roles(let some): (access, roles) = ("roles", some.map(\.rawValue).sorted())
        }
        scopes = route.access.scopes.sorted()
        query = route.query.sorted()
        bodyLimit = route.takesBody ? route.bodyLimit : 0
        deprecated = route.deprecation != nil
        inPerson = route.access.isInPerson
        standby = route.isForStandby
    }
}

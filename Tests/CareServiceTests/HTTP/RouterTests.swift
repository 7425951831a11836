import CareModels
import Testing

@testable import HTTP

struct RouterTests {
    static let router = Router(
        [
            ("GET", "/"), ("GET", "/users/:id"), ("DELETE", "/users/:id"), ("GET", "/users/me"), ("GET", "/users/:user/appointments"),
            ("POST", "/providers/availability"), ("GET", "/providers/availability/:specialty"), ("GET", "/providers/:id"),
            ("GET", "/providers/:id/availability"), ("GET", "/calendars/:token.ics"), ("GET", "/calendars/:id"), ("GET", "/.well-known/x")
        ].map { method, path in Route(HTTPMethod(rawValue: method), path, .anyone, operation: "\(method) \(path)") { _ in .noContent } })

    @Test(arguments: [
        ("GET", "/", "GET /", ""),
        ("GET", "/users/7", "GET /users/:id", "id=7"),
        ("HEAD", "/users/7", "GET /users/:id", "id=7"),
        ("DELETE", "/users/7", "DELETE /users/:id", "id=7"),
        ("GET", "/users/me", "GET /users/me", ""),
        ("GET", "/users/me/appointments", "GET /users/:user/appointments", "user=me"),
        ("GET", "/users/a%2Fb%20%C3%A9", "GET /users/:id", "id=a/b é"),
        ("GET", "/providers/availability/availability", "GET /providers/availability/:specialty", "specialty=availability"),
        ("GET", "/providers/9/availability", "GET /providers/:id/availability", "id=9"),
        ("GET", "/calendars/abc.ics", "GET /calendars/:token.ics", "token=abc"),
        ("GET", "/calendars/abc", "GET /calendars/:id", "id=abc"),
        ("GET", "/calendars/.ics", "GET /calendars/:id", "id=.ics"),
        ("GET", "/.well-known/x", "GET /.well-known/x", "")
    ])
    func finds(_ method: String, _ path: String, _ operation: String, _ parameters: String) throws {
        guard case .found(let endpoint, let values) = Self.router.match(HTTPMethod(rawValue: method), path: path[...]) else {
            Issue.record("nothing found")
            return
        }
        #expect(endpoint.route.operation == operation)
        #expect(zip(endpoint.parameterNames, values).map { "\($0)=\($1)" }.joined(separator: " ") == parameters)
    }

    @Test(arguments: ["/nothing", "/users", "/users/", "/users/7/", "//users/7", "/users//appointments", "/users/7/appointments/8", "/USERS/7"])
    func findsNothing(_ path: String) {
        guard case .notFound = Self.router.match(.GET, path: path[...]) else {
            Issue.record("found something")
            return
        }
    }

    @Test(arguments: [
        "", "users", "*", "/users/%", "/users/%4", "/users/%GG", "/users/%00", "/users/%FF", "/%C3%28", "/%75sers/7", "/users/%37", "/users/%2E%2E", "/users/%2d"
    ])
    func refusesAPathThatCannotBeRead(_ path: String) {
        guard case .malformed = Self.router.match(.GET, path: path[...]) else {
            Issue.record("took it")
            return
        }
    }

    @Test(arguments: [
        ("POST", "/users/7", ["DELETE", "GET", "HEAD"]), ("GET", "/providers/availability", ["POST"]), ("OPTIONS", "/", ["GET", "HEAD"]),
        ("HEAD", "/providers/availability", ["POST"])
    ])
    func tellsWhichMethodsAPathTakes(_ method: String, _ path: String, _ allowed: [String]) {
        guard case .wrongMethod(let wrong) = Self.router.match(HTTPMethod(rawValue: method), path: path[...]) else {
            Issue.record("not a wrong method")
            return
        }
        #expect(wrong.allowed == allowed && wrong.listedAt == nil)
    }

    /// Who reads where things are only made hears where they are listed; nobody else.
    @Test(arguments: [("GET", "/things", "/users/{id}/things"), ("HEAD", "/things", "/users/{id}/things"), ("PUT", "/things", nil)] as [(String, String, String?)])
    func tellsWhereTheListIs(_ method: String, _ path: String, _ address: String?) throws {
        let router = Router([
            Route.delete("/things", .anyone, operation: "clear") { _ in .noContent },
            Route.post("/things", .anyone, operation: "make") { _ in .noContent }.listed(at: "/users/{id}/things")
        ])
        let match = router.match(HTTPMethod(rawValue: method), path: path[...])
        guard case .wrongMethod(let wrong) = match else {
            Issue.record("not a wrong method")
            return
        }
        #expect(wrong.listedAt == address)
        let detail = try #require(Responder.problem(of: match).detail)
        let (methods, place) = ("DELETE, POST", "/users/{id}/things")
        let said: Text = "It takes \(methods); the list is at GET \(place)."
        #expect((detail == said) == (address != nil))
    }

    @Test func describesRoutesForTheContract() {
        let route = Route.get("/users/:id/feed.:kind", .roles(.provider, .admin).scope("feed"), query: ["limit", "after"], operation: "feed") { _ in .noContent }
        let description = RouteDescription(route)
        #expect(description.path == "/users/{id}/feed.:kind")
        #expect(description.roles == ["admin", "provider"])
        #expect(description.scopes == ["feed"])
        #expect(description.query == ["after", "limit"])
        #expect(!description.standby && RouteDescription(route.fromStandby()).standby)
        #expect(RouteDescription(Route.get("/c/:token.ics", .signedIn, operation: "c") { _ in .noContent }).path == "/c/{token}.ics")
    }

    @Test(arguments: [
        ("/a?b=/c", "/a"), ("http://here/a?b", "/a"), ("HTTP://here", "/"), ("http://here?a", "/"), ("*", "*"), ("https://here/a", "https://here/a"), ("", ""),
        // An accent belongs to the path, and takes no slash from it.
        ("http://here/\u{301}/a", "/\u{301}/a")
    ]) func thePathOfATarget(_ target: String, _ path: String) { #expect(Array(HTTPConnection.path(of: target).utf8) == Array(path.utf8)) }

    /// Under `/fhir` by an OperationOutcome, also where nothing is; where routes of both kinds are near, by a problem.
    @Test(
        arguments: [
            ("GET", "/fhir/r4/Patient/7", true), ("POST", "/fhir/r4/Patient/7", true), ("PUT", "/fhir/r4/metadata", true), ("GET", "/fhir/r5/Patient/7", true),
            ("GET", "/fhir/r4/%", true), ("GET", "/fhir", true), ("GET", "/files/7", false), ("POST", "/pages/of/many", true), ("POST", "/pages/of", false),
            ("GET", "/", false), ("GET", "/nothing", false), ("GET", "/fhir/\u{301}x", true)
        ])
    func whatLeadsToNoRouteIsRefusedAsTheRoutesAroundIt(method: String, path: String, isRendered: Bool) {
        let router = Router([
            Route.get("/fhir/r4/metadata", .anyone, operation: "metadata") { _ in .noContent }.rendering { _, _ in .noContent },
            Route.get("/fhir/r4/:type/:id", .anyone, operation: "read") { _ in .noContent }.rendering { _, _ in .noContent },
            Route.get("/files/:id", .anyone, operation: "file") { _ in .noContent },
            Route.get("/pages/of/many", .anyone, operation: "page") { _ in .noContent }.rendering { _, _ in .noContent },
            Route.get("/pages/of", .anyone, operation: "other") { _ in .noContent }
        ])
        let match = router.match(HTTPMethod(rawValue: method), path: path[...])
        #expect((match.problemRenderer != nil) == isRendered)
    }

    /// `/account`: pages, and what apps read beneath.
    @Test(
        arguments: [
            ("PUT", "/account", 418), ("GET", "/account/nothing", 418), ("PUT", "/account/sessions", nil), ("GET", "/nothing", 418)
        ] as [(String, String, Int?)])
    func amongPagesAndOthersWhoReadsPagesIsShownOne(method: String, path: String, page: Int?) {
        let router = Router([
            Route.get("/account", .anyone, operation: "page") { _ in .noContent }.rendering(forPeople: true) { _, _ in
                Response(HTTPResponseStatus(statusCode: 418))
            },
            Route.get("/account/sessions", .anyone, operation: "list") { _ in .noContent }
        ])
        let match = router.match(HTTPMethod(rawValue: method), path: path[...])
        let render = match.problemRenderer
        func status(_ headers: HTTPHeaders) -> Int? {
            let refused = RefusedRequest(headers: headers, requestID: "r", issuer: "https://care.example")
            return render.map { Int($0(Responder.problem(of: match), refused).status.code) }
        }
        #expect(status(["Accept": "text/html"]) == page)
        #expect(status([:]) == page.map { _ in Int(Responder.problem(of: match).status.code) })
    }

    /// What it does not take is the pattern's that it is one of; without the word for it, it would be nobody's.
    @Test(
        arguments: [
            ("GET", "/fhir/Binary/7", "beside", "id=7"), ("HEAD", "/fhir/Binary/7", "beside", "id=7"), ("DELETE", "/fhir/Binary/7", "DELETE", "type=Binary id=7"),
            ("GET", "/fhir/Basic/7", "GET", "type=Basic id=7"), ("PATCH", "/fhir/Binary/7", nil, "DELETE GET HEAD")
        ] as [(String, String, String?, String)])
    func oneBesideAPatternTakesSomeOfItsMethods(method: String, path: String, operation: String?, more: String) {
        let router = Router([
            Route.get("/fhir/Binary/:id", .anyone, operation: "beside") { _ in .noContent }.beside(),
            Route.get("/fhir/:type/:id", .anyone, operation: "GET") { _ in .noContent },
            Route.delete("/fhir/:type/:id", .anyone, operation: "DELETE") { _ in .noContent }
        ])
        switch router.match(HTTPMethod(rawValue: method), path: path[...]) {
        case .found(let endpoint, let values):
            #expect(endpoint.route.operation == operation)
            #expect(zip(endpoint.parameterNames, values).map { "\($0)=\($1)" }.joined(separator: " ") == more)
        case .wrongMethod(let wrong): #expect(operation == nil && wrong.allowed.joined(separator: " ") == more)
        case .notFound, .malformed: Issue.record("nothing found")
        }
    }
}

import Testing

@testable import HTTP

/// Of an app that is registered.
private let app = "https://app.test"

@Suite(.timeLimit(.minutes(5)))
struct CrossOriginTests {
    private static let routes: [Route] = [
        .get("/things/:id", .anyone, operation: "thing") { _ in Response(.ok, headers: ["ETag": "\"7\""], body: Array("{}".utf8)) },
        .patch("/things/:id", .signedIn, operation: "change") { _ in .noContent },
        .post("/things", .signedIn, bodyLimit: 10, operation: "make") { _ in .noContent },
        Route.get("/page", .anyone, operation: "page") { _ in .html("<p>hello") }.forOwnPagesOnly(),
        Route.get("/both", .anyone, operation: "both") { _ in .html("<p>hello") }.forOwnPagesOnly(), .post("/both", .anyone, operation: "post") { _ in .noContent }
    ]

    /// Whose pages may read what is answered.
    @Test(
        arguments: [
            ("/things/1", nil, nil), ("/things/1", app, app), ("/things/1", "HTTPS://APP.TEST", "HTTPS://APP.TEST"), ("/things/1", "https://app.test:8443", nil),
            ("/things/1", "http://app.test", nil), ("/things/1", "https://app.test.evil.test", nil), ("/things/1", "null", nil), ("/things/1", "", nil),
            ("/page", app, nil), ("/both", app, nil), ("/nothing", app, app)
        ] as [(String, String?, String?)])
    func readers(_ path: String, _ origin: String?, _ reader: String?) {
        let match = Router(Self.routes).match(.GET, path: path[...])
        #expect(CrossOrigin.only(app).reader(origin, of: match) == reader)
    }

    /// What a browser hears that asks before it sends; nil: nothing of it, since it does not ask, or there is nothing to ask for.
    @Test(
        arguments: [
            ("OPTIONS", "/things/1", app, true, "GET, HEAD, PATCH"), ("OPTIONS", "/things", app, true, "POST"), ("OPTIONS", "/both", app, true, "POST"),
            ("OPTIONS", "/page", app, true, nil), ("OPTIONS", "/nothing", app, true, nil), ("OPTIONS", "/things", nil, true, nil),
            ("OPTIONS", "/things", app, false, nil),
            ("PUT", "/things", app, true, nil)
        ] as [(String, String, String?, Bool, String?)])
    func preflights(_ method: String, _ path: String, _ origin: String?, asks: Bool, _ methods: String?) throws {
        let method = HTTPMethod(rawValue: method)
        let match = Router(Self.routes).match(method, path: path[...])
        let headers: HTTPHeaders = asks ? ["Access-Control-Request-Method": "PATCH"] : [:]
        let answer = try CrossOrigin.only(app).preflight(method, headers, origin: origin, match: match)
        #expect(answer?.headers.first(name: "Access-Control-Allow-Methods") == methods)
        #expect((answer?.status == .noContent) == (methods != nil))
    }

    @Test func aPreflightIsAnsweredAndRemembered() async throws {
        try await withServer(Self.routes, origins: .only(app)) { server in
            let connection = try await RawConnection(port: server.port)
            let ask = "OPTIONS /things/1 HTTP/1.1\r\nHost: here\r\nAccess-Control-Request-Method: PATCH\r\nAccess-Control-Request-Headers: authorization,if-match\r\n"
            try await connection.send(ask + "Origin: \(app)\r\n\r\n")
            let answer = try await connection.reply()
            #expect(answer.status == 204)
            #expect(answer.headers["access-control-allow-origin"] == app && answer.headers["vary"] == "Origin")
            #expect(answer.headers["access-control-max-age"] == "7200")
            #expect(answer.headers["access-control-allow-credentials"] == nil)
            let sent = answer.headers["access-control-allow-headers"]?.split(separator: ", ").map(String.init) ?? []
            #expect(Set(["Authorization", "Content-Type", "Idempotency-Key", "If-Match"]).isSubset(of: sent))

            try await connection.send(ask + "Origin: https://evil.test\r\n\r\n")
            let refused = try await connection.reply()
            #expect(refused.status == 403 && refused.body.contains("/problems/origin-not-allowed"))
            #expect(refused.headers["access-control-allow-origin"] == nil)
        }
    }

    /// Who asks for no page hears what an address tells; a browser that asks for one hears what it heard, and so does who asks elsewhere.
    @Test func whatIsToldByOptionsIsForNoPreflight() async throws {
        let routes: [Route] = [Route.post("/files", .signedIn, operation: "file") { _ in .noContent }.telling(["Tus-Version": "1.0.0"])] + Self.routes
        try await withServer(routes, origins: .only(app)) { server in
            let connection = try await RawConnection(port: server.port)
            for origin in ["", "Origin: \(app)\r\n", "Access-Control-Request-Method: POST\r\n"] {
                try await connection.send("OPTIONS /files HTTP/1.1\r\nHost: here\r\n\(origin)\r\n")
                let told = try await connection.reply()
                #expect(told.status == 204 && told.headers["tus-version"] == "1.0.0" && told.headers["allow"] == "OPTIONS, POST")
                #expect(told.headers["access-control-allow-methods"] == nil)
            }
            let ask = "OPTIONS /files HTTP/1.1\r\nHost: here\r\nAccess-Control-Request-Method: POST\r\n"
            try await connection.send(ask + "Origin: \(app)\r\n\r\n")
            let preflight = try await connection.reply()
            #expect(preflight.status == 204 && preflight.headers["access-control-allow-methods"] == "POST" && preflight.headers["tus-version"] == nil)
            try await connection.send(ask + "Origin: https://evil.test\r\n\r\n")
            #expect(try await connection.reply().status == 403)
            try await connection.send("OPTIONS /things HTTP/1.1\r\nHost: here\r\n\r\n")
            let elsewhere = try await connection.reply()
            #expect(elsewhere.status == 405 && elsewhere.headers["allow"] == "POST")
        }
    }

    /// Whatever is answered, and at whichever point: an app has to be able to read why it is refused.
    @Test(
        arguments: [
            ("GET /things/1 HTTP/1.1\r\n", "", 200), ("PATCH /things/1 HTTP/1.1\r\n", "", 401), ("POST /things HTTP/1.1\r\nContent-Length: 2\r\n", "{}", 401),
            ("POST /things HTTP/1.1\r\nContent-Length: 20\r\n", "", 413), ("GET /nothing HTTP/1.1\r\n", "", 404), ("PUT /things HTTP/1.1\r\n", "", 405)
        ])
    func whatAnAppIsToldItsPageMayRead(_ line: String, _ body: String, _ status: Int) async throws {
        try await withServer(Self.routes, origins: .only(app)) { server in
            let (ours, others, own) = (try await RawConnection(port: server.port), try await RawConnection(port: server.port), try await RawConnection(port: server.port))
            try await ours.send(line + "Host: here\r\nOrigin: \(app)\r\n\r\n" + body)
            let read = try await ours.reply()
            #expect(read.status == status)
            #expect(read.headers["access-control-allow-origin"] == app)
            #expect(read.headers["access-control-expose-headers"]?.contains("ETag, ") == true)

            try await others.send(line + "Host: here\r\nOrigin: https://evil.test\r\n\r\n" + body)
            let unread = try await others.reply()
            #expect(unread.status == status && unread.headers["access-control-allow-origin"] == nil)
            #expect(unread.headers["access-control-expose-headers"] == nil)

            try await own.send(line + "Host: here\r\n\r\n" + body)
            let plain = try await own.reply()
            #expect(plain.headers["access-control-allow-origin"] == nil && plain.headers["vary"] == "Origin")
        }
    }

    @Test func aPageIsForNoOtherOrigin() async throws {
        try await withServer(Self.routes, origins: .only(app)) { server in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("GET /page HTTP/1.1\r\nHost: here\r\nOrigin: \(app)\r\n\r\n")
            let page = try await connection.reply()
            #expect(page.status == 200 && page.headers["access-control-allow-origin"] == nil)
        }
    }

    /// A request that says it comes from two origins comes from none.
    @Test func twoOriginsAreNone() async throws {
        try await withServer(Self.routes, origins: .only(app)) { server in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("GET /things/1 HTTP/1.1\r\nHost: here\r\nOrigin: \(app)\r\nOrigin: https://evil.test\r\n\r\n")
            #expect(try await connection.reply().headers["access-control-allow-origin"] == nil)
        }
    }
}

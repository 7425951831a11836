import Foundation
import Synchronization
import Testing

@testable import Fetch
@testable import HTTP

/// Against a server without TLS; certificates and redirects are tried in Tests/Outside/tls.
@Suite(.timeLimit(.minutes(3)))
struct FetcherTests {
    private func request(_ url: String, _ method: FetchRequest.Method = .get, deadline: Duration = .seconds(30), mostBytes: Int = 1000) -> FetchRequest {
        var request = FetchRequest(method, url, deadline: deadline, mostBytes: mostBytes)
        request.allowsPlain = true
        return request
    }

    private func failure(_ request: FetchRequest) async -> FetchError? {
        do { _ = try await Fetcher().fetch(request) } catch { return error as? FetchError }
        return nil
    }

    @Test func bringsTheResponseWhole() async throws {
        let route = Route.get("/list", .anyone, query: ["of"], operation: "list") { request in
            Response(
                HTTPResponseStatus(statusCode: 404), headers: ["ETag": "\"1\"", "X-Asked": request.headers.first(name: "X-Asked") ?? "-"], body: Array("nothing".utf8))
        }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            var asked = request("http://127.0.0.1:\(server.port)/list?of=a")
            asked.headers = [("X-Asked", "for this")]
            let response = try await Fetcher().fetch(asked)
            #expect(response.status == 404)
            #expect(response.header("etag") == "\"1\"")
            #expect(response.header("x-asked") == "for this")
            #expect(response.header("x-none") == nil)
            #expect(response.body == Array("nothing".utf8))
            #expect(response.url == asked.url)
        }
    }

    /// As a client's key server says how long its keys are kept, or a receiver when to come again.
    @Test func aFieldThatIsNotASCIISaysNothing() {
        let marks = String(repeating: "\u{301}", count: 200)
        let response = FetchResponse(status: 200, headers: [("Cache-Control", "max-age=1" + marks), ("Retry-After", "7")], body: [], url: "")
        #expect(response.header("cache-control") == nil)
        #expect(response.header("retry-after") == "7")
    }

    @Test(arguments: [0, 3, 200_000]) func postsTheBytesAsTheyAre(_ count: Int) async throws {
        let route = Route.post("/echo", .anyone, bodyLimit: 1 << 20, operation: "echo") { request in
            Response(.ok, headers: ["X-Type": request.headers.first(name: "Content-Type") ?? "-"], body: request.body)
        }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            var posted = request("http://127.0.0.1:\(server.port)/echo", .post(bytes), mostBytes: 200_000)
            posted.headers = [("Content-Type", "application/cloudevents+json")]
            let response = try await Fetcher().fetch(posted)
            #expect(response.body == bytes)
            #expect(response.header("X-Type") == "application/cloudevents+json")
        }
    }

    /// More than curl asks for at once, and over a connection that was used before.
    @Test(arguments: [0, 3, 200_000]) func postsWhatAFileHolds(_ count: Int) async throws {
        let route = Route.post("/echo", .anyone, bodyLimit: 1 << 20, operation: "echo") { request in Response(.ok, body: request.body) }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("care-body-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) }
        try Data(bytes).write(to: file)
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let fetcher = Fetcher()
            let sent = Mutex(0)
            var posted = request("http://127.0.0.1:\(server.port)/echo", .postFile(file.path), mostBytes: 200_000)
            posted.onSent = { count in sent.withLock { $0 = count } }
            for _ in 0..<2 { #expect(try await fetcher.fetch(posted).body == bytes) }
            #expect(sent.withLock { $0 } == count)
        }
        #expect(await failure(request("http://127.0.0.1:1/", .postFile(file.path + ".gone"))) == .malformed("the file of the body"))
        #expect(await failure(request("http://127.0.0.1:1/", .postFile("/tmp"))) == .malformed("the file of the body"))
    }

    @Test func carriesManyAtOnceOnFewConnections() async throws {
        let route = Route.get("/x", .anyone, query: ["n"], operation: "x") { request in Response(.ok, body: Array((request.query["n"] ?? "").utf8)) }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let fetcher = Fetcher(mostConnections: 3)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let response = try await fetcher.fetch(request("http://127.0.0.1:\(server.port)/x?n=\(number)"))
                        return response.body == Array(String(number).utf8)
                    }
                }
                for try await isEqual in group { #expect(isEqual) }
            }
            #expect(server.openConnections <= 3)
        }
    }

    @Test func holdsItsDeadlineAndItsLimit() async throws {
        let gate = Gate()
        let routes: [Route] = [
            .get("/stuck", .anyone, operation: "stuck") { _ in
                await gate.wait()
                return .noContent
            },
            .get("/large", .anyone, operation: "large") { _ in Response(.ok, body: [UInt8](repeating: 65, count: 1001)) }
        ]
        try await withServer(routes) { (server: HTTPServer) async throws -> Void in
            let fetcher = Fetcher()
            let base = "http://127.0.0.1:\(server.port)"
            await #expect(throws: FetchError.deadline) { _ = try await fetcher.fetch(request(base + "/stuck", deadline: .milliseconds(50))) }
            gate.open()
            await #expect(throws: FetchError.tooLarge(limit: 1000)) { _ = try await fetcher.fetch(request(base + "/large")) }
            #expect(try await fetcher.fetch(request(base + "/large", mostBytes: 1001)).body.count == 1001)
        }
    }

    /// Nothing goes and nothing comes: it is over long before a deadline that a large body needs.
    @Test func aSilenceEndsIt() async throws {
        let gate = Gate()
        let route = Route.get("/stuck", .anyone, operation: "stuck") { _ in
            await gate.wait()
            return .noContent
        }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            var stuck = request("http://127.0.0.1:\(server.port)/stuck", deadline: .seconds(120))
            stuck.mostSilence = .seconds(1)
            let (asked, began) = (stuck, ContinuousClock.now)
            await #expect(throws: FetchError.deadline) { _ = try await Fetcher().fetch(asked) }
            #expect(ContinuousClock.now - began < .seconds(60))
            gate.open()
        }
    }

    @Test func endsWithItsTask() async throws {
        let gate = Gate()
        let route = Route.get("/stuck", .anyone, operation: "stuck") { _ in
            await gate.wait()
            return .noContent
        }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let url = "http://127.0.0.1:\(server.port)/stuck"
            let task = Task { try await Fetcher().fetch(request(url)).status }
            await gate.entered()
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
            let late = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await Fetcher().fetch(request(url)).status
            }
            await #expect(throws: CancellationError.self) { _ = try await late.value }
            gate.open()
        }
    }

    /// A redirect is a response like another, unless it may be followed; then only to where there is TLS.
    @Test func followsNoRedirectOutOfTLS() async throws {
        let routes: [Route] = [
            .get("/old", .anyone, operation: "old") { _ in .redirect(to: "/new") },
            .get("/new", .anyone, operation: "new") { _ in .noContent }
        ]
        try await withServer(routes) { (server: HTTPServer) async throws -> Void in
            var old = request("http://127.0.0.1:\(server.port)/old")
            let response = try await Fetcher().fetch(old)
            #expect(response.status == 303)
            #expect(response.header("Location") == "/new")
            old.mostRedirects = 3
            await #expect(throws: FetchError.notOverTLS) { _ = try await Fetcher().fetch(old) }
        }
    }

    /// The address that was checked is the one that is asked, whatever the name stands for by now.
    @Test func connectsToTheGivenAddress() async throws {
        let route = Route.get("/who", .anyone, operation: "who") { request in Response(.ok, body: Array((request.headers.first(name: "Host") ?? "").utf8)) }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            var asked = request("http://hook.invalid:\(server.port)/who")
            await #expect(throws: FetchError.unknownHost) { _ = try await Fetcher().fetch(asked) }
            asked.address = "127.0.0.1"
            #expect(try await Fetcher().fetch(asked).body == Array("hook.invalid:\(server.port)".utf8))
        }
    }

    @Test func speaksToNobodyWithoutTLSUnlessAllowed() async throws {
        try await withServer([]) { (server: HTTPServer) async throws -> Void in
            let plain = FetchRequest(.get, "http://127.0.0.1:\(server.port)/", deadline: .seconds(30), mostBytes: 1000)
            await #expect(throws: FetchError.notOverTLS) { _ = try await Fetcher().fetch(plain) }
            // A server that speaks no TLS proves nothing.
            let failure = await failure(request("https://127.0.0.1:\(server.port)/"))
            guard case .untrusted = failure else { return #expect(failure == .untrusted("")) }
        }
    }

    @Test func failsWhenNobodyListens() async throws {
        let server = HTTPServer(HTTPServerConfiguration(port: 0), routes: [], verifier: nil)
        try await server.start()
        let port = server.port
        await server.drain(within: .seconds(1))
        let failure = await failure(request("http://127.0.0.1:\(port)/"))
        guard case .unreachable = failure else { return #expect(failure == .unreachable("")) }
    }

    @Test(arguments: ["", "https://", "http://a b/", "ftp://127.0.0.1/", "file:///etc/hostname", "http://127.0.0.1/\r\nX: y"])
    func refusesOtherURLs(_ url: String) async {
        let failure = await failure(request(url))
        #expect([.malformed("the URL"), .notOverTLS].contains(failure))
    }

    @Test(arguments: [("X-A", "1\r\nX-B: 2"), ("X-A: 1\r\nX-B", "2"), ("", "1"), ("X-A", "1\0")])
    func refusesHeadersThatWouldBeTwo(_ name: String, _ value: String) async {
        var asked = request("http://127.0.0.1:9/")
        asked.headers = [(name, value)]
        await #expect(throws: FetchError.malformed("a header")) { _ = try await Fetcher().fetch(asked) }
    }

    @Test(arguments: ["", "localhost", "127.0.0.1:80", "[::1]", "::1:", "1.2.3.4 "]) func refusesAddressesThatAreNone(_ address: String) async {
        var asked = request("http://127.0.0.1:9/")
        asked.address = address
        await #expect(throws: FetchError.malformed("the address to connect to")) { _ = try await Fetcher().fetch(asked) }
    }
}

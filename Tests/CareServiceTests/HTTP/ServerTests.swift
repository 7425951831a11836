import Foundation
import NIOCore
import Synchronization
import Testing

@testable import CareService
@testable import HTTP
@testable import Outbox
@testable import Telemetry

/// Runs `body` against a server with `routes` on a free port, then drains it.
func withServer(
    _ routes: [Route], verifier: TokenVerifier? = nil, origins: CrossOrigin = .nobody, _ adjust: (inout HTTPServerConfiguration) -> Void = { _ in },
    _ body: (HTTPServer) async throws -> Void
) async throws {
    Log.level = .error
    var configuration = HTTPServerConfiguration(port: 0)
    adjust(&configuration)
    let server = HTTPServer(configuration, routes: routes, verifier: verifier, origins: origins)
    try await server.start()
    do {
        try await body(server)
    } catch {
        await server.drain(within: .seconds(1))
        throw error
    }
    await server.drain(within: .seconds(1))
}

/// Opened once by the test, waited for by a handler.
final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>], entered: Int, entries: [CheckedContinuation<Void, Never>])>(
        (false, [], 0, []))

    func wait() async {
        let entries = state.withLock { state in
            state.entered += 1
            defer { state.entries = [] }
            return state.entries
        }
        for entry in entries { entry.resume() }
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// As `wait`, through a gate that stands open.
    func pass() async {
        open()
        await wait()
    }

    /// Until somebody waits.
    func entered() async {
        await withCheckedContinuation { continuation in
            let isIn = state.withLock { state in
                if state.entered == 0 { state.entries.append(continuation) }
                return state.entered > 0
            }
            if isIn { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

@Suite(.timeLimit(.minutes(5)))
struct ServerTests {
    static let hello = Route.get("/hello", .anyone, operation: "hello") { _ in Response(.ok, headers: ["Content-Type": "text/plain"], body: Array("hello".utf8)) }
    static let echo = Route.post("/echo", .anyone, bodyLimit: 1000, operation: "echo") { request in Response(.ok, body: request.body) }
    static let get = "GET /hello HTTP/1.1\r\nHost: here\r\n\r\n"

    @Test func answersARequestThatComesByteByByte() async throws {
        try await withServer([Self.echo]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            for byte in "POST /echo HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\nabcde".utf8 { try await connection.send(bytes: [byte]) }
            let reply = try await connection.reply()
            #expect(reply.status == 200)
            #expect(reply.body == "abcde")
            #expect(reply.headers["x-content-type-options"] == "nosniff")
            #expect(reply.headers["date"]?.hasSuffix("GMT") == true)
            #expect(reply.headers["x-request-id"]?.count == 32)
        }
    }

    /// Before anything is done: who says something in one, as when a medicine was taken, would believe that it was heard.
    @Test(
        arguments: [
            ("", "application/json", 204, ""), ("{}", "application/json", 204, ""), (" { }", "application/json", 204, ""),
            (#"{"takenAt": "now"}"#, "application/json", 400, "must be empty"), ("[]", "application/json", 400, "must be empty"),
            ("{", "application/json", 400, "must be empty"), ("a=1", "application/x-www-form-urlencoded", 400, "must be empty"),
            (String(repeating: " ", count: 1025), "application/json", 413, "too-large")
        ] as [(String, String, Int, String)])
    func aBodyThatNobodyReadsIsRefused(body: String, type: String, status: Int, said: String) async throws {
        let done = Mutex(0)
        let route = Route.post("/taken", .anyone, bodyLimit: 0, operation: "take") { _ in
            done.withLock { $0 += 1 }
            return .noContent
        }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("POST /taken HTTP/1.1\r\nHost: here\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            let reply = try await connection.reply()
            #expect(reply.status == status && (said.isEmpty || reply.body.contains(said)), "\(reply.body)")
            #expect(done.withLock { $0 } == (status == 204 ? 1 : 0))
        }
    }

    @Test func handlesPipelinedRequestsOneByOneInOrder() async throws {
        let running = Mutex((now: 0, most: 0))
        let route = Route.post("/n", .anyone, operation: "n") { request in
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            for _ in 0..<5 { await Task.yield() }
            running.withLock { $0.now -= 1 }
            return Response(.ok, body: request.body)
        }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            var all = ""
            for number in 100..<200 { all += "POST /n HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\n\r\n\(number)" }
            try await connection.send(all)
            for number in 100..<200 {
                let reply = try await connection.reply()
                #expect(reply.body == String(number))
            }
            #expect(running.withLock { $0.most } == 1)
        }
    }

    @Test func keepsAConnectionForManyRequests() async throws {
        try await withServer([Self.hello]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            for _ in 0..<500 {
                try await connection.send(Self.get)
                let reply = try await connection.reply()
                #expect(reply.body == "hello")
                #expect(reply.headers["connection"] == nil)
            }
            #expect(server.openConnections == 1)
        }
    }

    @Test func refusesABodyOverItsLimitAndNamesTheLimit() async throws {
        try await withServer([Self.echo]) { (server: HTTPServer) async throws -> Void in
            let announced = try await RawConnection(port: server.port)
            try await announced.send("POST /echo HTTP/1.1\r\nHost: here\r\nContent-Length: 1001\r\n\r\n")
            let reply = try await announced.reply()
            #expect(reply.status == 413)
            #expect(reply.headers["connection"] == "close")
            #expect(reply.headers["content-type"] == "application/problem+json")
            #expect(reply.body.contains(#""detail":"At most 1000 bytes are accepted here.""#))
            #expect(await announced.rest() == "")

            let chunked = try await RawConnection(port: server.port)
            try await chunked.send("POST /echo HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "1f4\r\n" + String(repeating: "x", count: 500) + "\r\n"
            for _ in 0..<3 { try await chunked.send(chunk) }
            #expect(try await chunked.reply().status == 413)
        }
    }

    @Test func takesAChunkedBodyAtItsLimit() async throws {
        try await withServer([Self.echo]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            let chunk = "1f4\r\n" + String(repeating: "x", count: 500) + "\r\n"
            try await connection.send("POST /echo HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk + chunk + "0\r\n\r\n")
            let reply = try await connection.reply()
            #expect(reply.status == 200)
            #expect(reply.body.count == 1000)
        }
    }

    @Test func refusesAHeadOverItsLimit() async throws {
        try await withServer([Self.hello], { $0.headLimit = 2000 }) { (server: HTTPServer) async throws -> Void in
            let endless = try await RawConnection(port: server.port)
            try await endless.send("GET /hello HTTP/1.1\r\nHost: here\r\nX-Long: " + String(repeating: "a", count: 3000))
            #expect(try await endless.reply().status == 431)

            let many = try await RawConnection(port: server.port)
            let headers = (0..<200).map { "X-\($0): value\r\n" }.joined()
            try await many.send("GET /hello HTTP/1.1\r\nHost: here\r\n\(headers)\r\n")
            let reply = try await many.reply()
            #expect(reply.status == 431)
            #expect(reply.body.contains(#""limit":2000"#))
        }
    }

    @Test func refusesAHeadThatGrowsWhileAnotherRequestIsHandled() async throws {
        let gate = Gate()
        let slow = Route.get("/slow", .anyone, operation: "slow") { _ in
            await gate.wait()
            return .noContent
        }
        try await withServer([slow], { $0.headLimit = 2000 }) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("GET /slow HTTP/1.1\r\nHost: here\r\n\r\n")
            await gate.entered()
            try await connection.send("GET /slow HTTP/1.1\r\nHost: here\r\nX-Long: " + String(repeating: "a", count: 5000))
            gate.open()
            #expect(try await connection.reply().status == 204)
            #expect(try await connection.reply().status == 431)
        }
    }

    @Test func endsAConnectionWhoseHeadIsSlow() async throws {
        try await withServer([Self.echo], { $0.headDeadline = .milliseconds(100) }) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("GET /hello HTT")
            let reply = try await connection.reply()
            #expect(reply.status == 408)
            #expect(reply.headers["connection"] == "close")
        }
    }

    @Test func endsAConnectionWhoseBodyIsSlow() async throws {
        try await withServer([Self.echo], { $0.bodyDeadline = .milliseconds(100) }) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("POST /echo HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nabc")
            #expect(try await connection.reply().status == 408)
        }
    }

    @Test func endsAnIdleConnection() async throws {
        try await withServer([Self.echo], { $0.idleDeadline = .milliseconds(100) }) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            #expect(await connection.rest() == "")
        }
    }

    @Test func answersHEADWithTheHeadOfGET() async throws {
        try await withServer([Self.hello]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("HEAD /hello HTTP/1.1\r\nHost: here\r\n\r\n" + Self.get)
            let head = try await connection.reply(toHead: true)
            #expect(head.headers["content-length"] == "5")
            #expect(try await connection.reply().body == "hello")
        }
    }

    @Test func asksForTheBodyWhenTheClientWaitsForThat() async throws {
        try await withServer([Self.echo]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("POST /echo HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
            #expect(try await connection.reply().status == 100)
            try await connection.send("ok")
            #expect(try await connection.reply().body == "ok")

            let tooLarge = try await RawConnection(port: server.port)
            try await tooLarge.send("POST /echo HTTP/1.1\r\nHost: here\r\nContent-Length: 2000\r\nExpect: 100-continue\r\n\r\n")
            #expect(try await tooLarge.reply().status == 413)

            let other = try await RawConnection(port: server.port)
            try await other.send("POST /echo HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\nExpect: wonders\r\n\r\n")
            #expect(try await other.reply().status == 417)
        }
    }

    @Test(arguments: [
        ("\u{1}\u{2}\u{3} nonsense\r\n\r\n", 400),
        ("GET /hello HTTP/1.1\r\n\r\n", 400),
        ("GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        ("POST /echo HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("POST /echo HTTP/1.1\r\nHost: here\r\nContent-Length: -1\r\n\r\n", 400),
        ("GET /he%ZZllo HTTP/1.1\r\nHost: here\r\n\r\n", 400),
        ("GET /hello%00 HTTP/1.1\r\nHost: here\r\n\r\n", 400),
        ("GET /hello?x=1 HTTP/1.1\r\nHost: here\r\n\r\n", 400),
        ("GET /hello?%FF=1 HTTP/1.1\r\nHost: here\r\n\r\n", 400),
        ("GET /nowhere HTTP/1.1\r\nHost: here\r\n\r\n", 404),
        ("GET /hello/ HTTP/1.1\r\nHost: here\r\n\r\n", 404),
        ("DELETE /hello HTTP/1.1\r\nHost: here\r\n\r\n", 405),
        ("TRACE /hello HTTP/1.1\r\nHost: here\r\n\r\n", 405),
        ("GET http://here/hello HTTP/1.1\r\nHost: here\r\n\r\n", 200),
        ("GET /h%65llo HTTP/1.1\r\nHost: here\r\n\r\n", 400),
        ("GET /hello HTTP/1.0\r\n\r\n", 200),
        ("GET /hello HTTP/1.1\r\nHost: here\r\nContent-Length: 1\r\n\r\nx", 413),
        ("GET /hello HTTP/2.0\r\nHost: here\r\n\r\n", 400)
    ])
    func answersOddRequests(_ text: String, _ status: Int) async throws {
        try await withServer([Self.hello, Self.echo]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send(text)
            let reply = try await connection.reply()
            #expect(reply.status == status)
            if status == 405 { #expect(reply.headers["allow"] == "GET, HEAD") }
            if status >= 400 { #expect(reply.headers["content-type"] == "application/problem+json") }
        }
    }

    /// What is refused for a row of combining marks is compared with nothing, not for its refusal either: a comparison takes the row's length squared.
    @Test func aRowOfMarksInAHeaderIsReadNoFurther() async throws {
        let told = Mutex<[String]>([])
        let route = Route.get("/x", .anyone, operation: "x") { _ in .noContent }
            .rendering(problems: { problem, refused in
                told.withLock { $0 = refused.headers.map(\.name) }
                return refused.response(for: problem)
            })
        let marks = String(repeating: "\u{301}", count: 65)
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("GET /x HTTP/1.1\r\nHost: here\r\nAccept: text/html\r\nOrigin: \(marks)\r\nCookie: \(marks)\r\n\r\n")
            #expect(try await connection.reply().status == 400)
        }
        #expect(told.withLock { $0 } == ["Host", "Accept"])
    }

    @Test func finishesWhatIsInFlightWhenItDrains() async throws {
        let gate = Gate()
        let slow = Route.get("/slow", .anyone, operation: "slow") { _ in
            await gate.wait()
            return Response(.ok, body: Array("done".utf8))
        }
        let server = HTTPServer(HTTPServerConfiguration(port: 0), routes: [slow], verifier: nil)
        try await server.start()
        let port = server.port
        let idle = try await RawConnection(port: port)
        let busy = try await RawConnection(port: port)
        try await busy.send("GET /slow HTTP/1.1\r\nHost: here\r\n\r\n")
        await gate.entered()
        async let drained: Void = server.drain(within: .seconds(30))
        #expect(await idle.rest() == "")
        await #expect(throws: (any Error).self) { _ = try await RawConnection(port: port) }
        gate.open()
        let reply = try await busy.reply()
        #expect(reply.body == "done")
        #expect(reply.headers["connection"] == "close")
        #expect(await busy.rest() == "")
        busy.close()
        await drained
        #expect(server.openConnections == 0)
    }

    @Test func breaksOffWhatOutlastsTheDrain() async throws {
        let gate = Gate()
        let stuck = Route.get("/stuck", .anyone, operation: "stuck") { _ in
            await gate.wait()
            return .noContent
        }
        let server = HTTPServer(HTTPServerConfiguration(port: 0), routes: [stuck], verifier: nil)
        try await server.start()
        let connection = try await RawConnection(port: server.port)
        try await connection.send("GET /stuck HTTP/1.1\r\nHost: here\r\n\r\n")
        await gate.entered()
        await server.drain(within: .milliseconds(50))
        #expect(await connection.rest() == "")
        gate.open()
    }

    @Test func givesUpOnAHandlerAtItsDeadline() async throws {
        let gate = Gate()
        let stuck = Route.get("/stuck", .anyone, operation: "stuck") { _ in
            await gate.wait()
            return .noContent
        }
        try await withServer([stuck], { $0.requestDeadline = .milliseconds(50) }) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("GET /stuck HTTP/1.1\r\nHost: here\r\n\r\n")
            let reply = try await connection.reply()
            #expect(reply.status == 503)
            #expect(reply.headers["retry-after"] == "1")
            gate.open()
            #expect(await connection.rest() == "")
        }
    }

    private static func waitForCancellation(_ began: Gate, _ isCancelled: StopFlag) async throws {
        await began.pass()
        try await withTaskCancellationHandler {
            try await Task.sleep(for: .seconds(3600))
        } onCancel: {
            isCancelled.set()
        }
    }

    @Test func cancelsAHandlerWhoseClientHasGone() async throws {
        let (began, isCancelled) = (Gate(), StopFlag())
        let stuck = Route.get("/stuck", .anyone, operation: "stuck") { _ in
            try await Self.waitForCancellation(began, isCancelled)
            return .noContent
        }
        try await withServer([stuck]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("GET /stuck HTTP/1.1\r\nHost: here\r\n\r\n")
            await began.entered()
            try await connection.reset()
            try await eventually("the handler's cancellation", within: .seconds(10)) { isCancelled.isSet }
        }
    }

    @Test func cancelsAHandlerThatOutlastsTheDrain() async throws {
        let (began, isCancelled) = (Gate(), StopFlag())
        let stuck = Route.get("/stuck", .anyone, operation: "stuck") { _ in
            try await Self.waitForCancellation(began, isCancelled)
            return .noContent
        }
        let server = HTTPServer(HTTPServerConfiguration(port: 0), routes: [stuck], verifier: nil)
        try await server.start()
        let connection = try await RawConnection(port: server.port)
        try await connection.send("GET /stuck HTTP/1.1\r\nHost: here\r\n\r\n")
        await began.entered()
        await server.drain(within: .milliseconds(50))
        try await eventually("the handler's cancellation", within: .seconds(10)) { isCancelled.isSet }
        connection.close()
    }

    @Test func cancelsAStreamWhoseClientHasGone() async throws {
        let (began, isCancelled) = (Gate(), StopFlag())
        let endless = Route.get("/endless", .anyone, operation: "endless") { _ in
            Response(
                .ok,
                stream: ResponseStream { write in
                    try await write(Array("first".utf8))
                    try await Self.waitForCancellation(began, isCancelled)
                })
        }
        try await withServer([endless]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("GET /endless HTTP/1.1\r\nHost: here\r\n\r\n")
            await began.entered()
            try await connection.reset()
            try await eventually("the stream's cancellation", within: .seconds(10)) { isCancelled.isSet }
        }
    }

    @Test func refusesConnectionsBeyondItsBound() async throws {
        try await withServer([Self.hello], { $0.mostConnections = 1 }) { (server: HTTPServer) async throws -> Void in
            let first = try await RawConnection(port: server.port)
            try await first.send(Self.get)
            #expect(try await first.reply().status == 200)
            let second = try await RawConnection(port: server.port)
            try await second.send(Self.get)
            let refused = try await second.reply()
            #expect(refused.status == 503 && refused.body.contains("/problems/unavailable") && refused.body.contains(#""requestId":""#))
        }
    }

    /// Without a word, when all that is kept for probes is taken as well.
    @Test func refusesUnreadWhatIsBeyondEveryBound() async throws {
        try await withServer([Self.hello], { $0.mostConnections = 1 }) { (server: HTTPServer) async throws -> Void in
            var open: [RawConnection] = []
            for _ in 0...ConnectionRegistry.spare { open.append(try await RawConnection(port: server.port)) }
            try await eventually("all are in") { server.openConnections == 1 + ConnectionRegistry.spare }
            let refused = try await RawConnection(port: server.port).reply()
            #expect(refused.status == 503 && refused.body.contains("/problems/unavailable") && refused.body.contains(#""requestId":""#))
            for connection in open { connection.close() }
        }
    }

    /// Whoever restarts what does not answer would end a full service, and with it every stream that it holds.
    @Test func tellsThatItLivesWhenItIsFull() async throws {
        let lives = Route.get("/livez", .anyone, operation: "livez") { _ in Response(.ok, body: Array("ok".utf8)) }.probe()
        try await withServer([Self.hello, lives], { $0.mostConnections = 1 }) { (server: HTTPServer) async throws -> Void in
            let first = try await RawConnection(port: server.port)
            try await first.send(Self.get)
            #expect(try await first.reply().status == 200)
            let probe = try await RawConnection(port: server.port)
            try await probe.send("GET /livez HTTP/1.1\r\nHost: here\r\n\r\n")
            let reply = try await probe.reply()
            #expect(reply.status == 200 && reply.body == "ok")
            // It makes room for the next one.
            #expect(reply.headers["connection"] == "close")
        }
    }

    @Test func answersAClientThatHasEndedItsSide() async throws {
        let gate = Gate()
        let slow = Route.get("/slow", .anyone, operation: "slow") { _ in
            await gate.wait()
            return Response(.ok, body: Array("done".utf8))
        }
        try await withServer([slow]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("GET /slow HTTP/1.1\r\nHost: here\r\n\r\n")
            await gate.entered()
            try await connection.endOutput()
            gate.open()
            #expect(try await connection.reply().body == "done")
        }
    }

    @Test func keepsControlCharactersOutOfHeaders() async throws {
        let route = Route.get("/r", .anyone, query: ["to"], operation: "r") { request in .redirect(to: request.query["to"] ?? "") }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("GET /r?to=%2Fx%0D%0ASet-Cookie:%20a=b HTTP/1.1\r\nHost: here\r\n\r\n")
            let reply = try await connection.reply()
            #expect(reply.headers["location"] == "/x  Set-Cookie: a=b")
            #expect(reply.headers["set-cookie"] == nil)
        }
    }

    @Test func takesASaneRequestIDAndTheTrace() async throws {
        let route = Route.get("/t", .anyone, operation: "t") { request in
            Response(.ok, body: Array("\(request.requestID) \(TraceContext.current?.traceID ?? "")".utf8))
        }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            try await connection.send("GET /t HTTP/1.1\r\nHost: here\r\nX-Request-Id: abc-1\r\ntraceparent: \(trace)\r\n\r\n")
            let reply = try await connection.reply()
            #expect(reply.body == "abc-1 0af7651916cd43dd8448eb211c80319c")
            #expect(reply.headers["x-request-id"] == "abc-1")
            try await connection.send("GET /t HTTP/1.1\r\nHost: here\r\nX-Request-Id: <script>\r\n\r\n")
            #expect(try await connection.reply().headers["x-request-id"]?.contains("<") == false)
        }
    }
}

import Outbox
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(3)))
struct EventStreamTests {
    @Test func spellsEvents() {
        func text(_ event: ServerSentEvent) -> String { String(decoding: event.bytes, as: UTF8.self) }
        #expect(text(ServerSentEvent("entries", id: "a.7", data: Array("{}".utf8))) == "id: a.7\nevent: entries\ndata: {}\n\n")
        #expect(text(ServerSentEvent("typing", data: Array("[1]".utf8))) == "event: typing\ndata: [1]\n\n")
    }

    static func route(_ body: @escaping @Sendable (EventStream) async throws -> Void) -> Route {
        .get("/events", .anyone, operation: "events") { request in
            request.asksForEventStream ? .eventStream(writeDeadline: .seconds(15), body) : Response(.ok, body: Array("a page".utf8))
        }
    }

    static func get(_ accept: String) -> String { "GET /events HTTP/1.1\r\nHost: here\r\nAccept: \(accept)\r\n\r\n" }

    @Test(
        arguments: [
            ("text/event-stream", true), ("Text/Event-Stream", true), ("application/json, text/event-stream;q=0.5", true), ("*/*", false), ("text/*", false),
            ("text/event-stream;q=0", false), ("application/json", false)
        ] as [(String, Bool)])
    func isForWhoAsksForIt(_ accept: String, _ isStream: Bool) async throws {
        try await withServer([Self.route { _ in }]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send(Self.get(accept))
            let reply = try await connection.reply()
            #expect((reply.headers["content-type"] == "text/event-stream") == isStream)
            #expect(reply.body == (isStream ? "" : "a page"))
        }
    }

    @Test func wakesItsHandlerAndHearsOfTheDrain() async throws {
        let began = Gate()
        let route = Self.route { stream in
            stream.nudge()
            stream.nudge()
            guard await stream.next() == .nudged else { return }
            try await stream.send(retryAfter: .seconds(3))
            try await stream.sendHeartbeat()
            await began.pass()
            guard await stream.next() == .draining else { return }
            try await stream.send(ServerSentEvent("end", data: Array("{}".utf8)))
        }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send(Self.get("text/event-stream"))
            await began.entered()
            async let drained: Void = server.drain(within: .seconds(10))
            let reply = try await connection.reply()
            #expect(reply.headers["cache-control"] == "no-store, no-transform")
            #expect(reply.body == "retry: 3000\n\n:\n\nevent: end\ndata: {}\n\n")
            await drained
            #expect(server.openConnections == 0)
            connection.close()
        }
    }

    @Test func hearsThatItsClientHasGone() async throws {
        let (began, isClosed) = (Gate(), StopFlag())
        let route = Self.route { stream in
            await began.pass()
            if await stream.next() == .closed { isClosed.set() }
        }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send(Self.get("text/event-stream"))
            await began.entered()
            try await connection.reset()
            try await eventually("the stream's end", within: .seconds(10)) { isClosed.isSet }
        }
    }
}

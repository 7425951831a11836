import Dispatch
import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import HTTP

/// Where the tasks of requests run.
@Suite(.timeLimit(.minutes(3))) struct ComputingRouteTests {
    /// Works without a pause until every event loop of the server has done something else: false where one of them waits for this work.
    private static func keepsNoLoop() -> Bool {
        let done = DispatchSemaphore(value: 0)
        let loops = Array(MultiThreadedEventLoopGroup.singleton.makeIterator())
        for loop in loops { loop.execute { done.signal() } }
        return loops.allSatisfy { _ in done.wait(timeout: .now() + 20) == .success }
    }

    private static func answer(_ isTrue: Bool) -> Response { Response(.ok, body: Array("\(isTrue)".utf8)) }

    private static let busy: Route.Handler = { _ in answer(keepsNoLoop()) }

    private static let streamed: Route.Handler = { request in
        while try await request.bodyStream.next() != nil {}
        return answer(keepsNoLoop())
    }

    @Test func whatComputesHoldsNoEventLoop() async throws {
        let routes: [Route] = [
            .post("/computing", .anyone, operation: "computing", Self.busy).computing(),
            .post("/heavy", .anyone, operation: "heavy", Self.busy).heavy(),
            .post("/streamed", .anyone, operation: "streamed", Self.streamed).streamed().computing()
        ]
        try await withServer(routes) { server in
            for route in routes {
                let connection = try await RawConnection(port: server.port)
                try await connection.send("POST \(route.path) HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello")
                #expect(try await connection.reply().body == "true", "\(route.path)")
            }
        }
    }

    @Test func whatIsQuickIsOnTheLoopOfItsConnection() async throws {
        let quick = Route.get("/quick", .anyone, operation: "quick") { _ in Self.answer(MultiThreadedEventLoopGroup.currentEventLoop != nil) }
        try await withServer([quick]) { server in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("GET /quick HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await connection.reply().body == "true")
        }
    }

    /// Of one route some are on the loop and others are not.
    @Test func whatComputesByWhatIsAskedLeavesTheLoop() async throws {
        let route = Route.get("/quick", .anyone, query: ["much"], operation: "quick") { _ in Self.answer(MultiThreadedEventLoopGroup.currentEventLoop != nil) }
        try await withServer([route.computing(when: { $0.query["much"] != nil })]) { server in
            let connection = try await RawConnection(port: server.port)
            for (query, isOnLoop) in [("", "true"), ("?much=", "false"), ("", "true")] {
                try await connection.send("GET /quick\(query) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await connection.reply().body == isOnLoop, "\(query)")
            }
        }
    }

    /// Only what is heavy as well is counted.
    @Test func whatComputesMayBeAskedForByOneCallerAtTheSameTime() async throws {
        let gate = Gate()
        let route = Route.get("/computing", .anyone, operation: "computing") { _ in
            await gate.wait()
            return .noContent
        }
        try await withServer([route.computing()]) { server in
            var connections: [RawConnection] = []
            for _ in 0..<3 {
                let connection = try await RawConnection(port: server.port)
                try await connection.send("GET /computing HTTP/1.1\r\nHost: x\r\n\r\n")
                connections.append(connection)
            }
            await gate.entered()
            gate.open()
            for connection in connections { #expect(try await connection.reply().status == 204) }
        }
    }
}

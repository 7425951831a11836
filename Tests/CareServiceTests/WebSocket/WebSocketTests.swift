import Foundation
import NIOCore
import Synchronization
import TestKit
import Testing

@testable import HTTP

private final class Tally: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .relaxed) }
    func add() { number.add(1, ordering: .relaxed) }
}

@Suite(.timeLimit(.minutes(3))) struct WebSocketTests {
    /// Says everything again; `close` ends it as a handler would.
    private static func echo(_ settings: WebSocketSettings, _ ended: Gate = Gate()) -> [Route] {
        [
            .get("/echo", .anyone, operation: "echo") { request in
                try .webSocket(request, settings) { socket in
                    defer { ended.open() }
                    while true {
                        switch await socket.next() {
                        case .closed: return .normal
                        case .nudged: try? await socket.send("nudged")
                        case .text("close"): return WebSocketClose(code: 4000, reason: "as you wish")
                        case .text(let text): do { try await socket.send(text) } catch { return .normal }
                        }
                    }
                }
            }
        ]
    }

    private func with(
        _ adjust: (inout WebSocketSettings) -> Void = { _ in }, ended: Gate = Gate(), _ body: (HTTPServer, RawWebSocket) async throws -> Void
    ) async throws {
        var settings = WebSocketSettings()
        adjust(&settings)
        try await withServer(Self.echo(settings, ended)) { server in
            let socket = try await RawWebSocket.connect(port: server.port, path: "/echo")
            #expect(socket.status == 101)
            #expect(socket.head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
            try await body(server, socket)
            await socket.cut()
        }
    }

    @Test func textsGoBothWays() async throws {
        try await with { _, socket in
            for text in ["Hello", "", "Grüße, 世界", String(repeating: "x", count: 126), String(repeating: "y", count: 65_536)] {
                try await socket.send(text)
                #expect(try await socket.text() == text)
            }
        }
    }

    @Test func fragmentsAreOneMessageAndControlFramesMayComeBetween() async throws {
        try await with { _, socket in
            try await socket.send(opcode: 1, isFinal: false, Array("one ".utf8))
            try await socket.send(opcode: 9, Array("are you there".utf8))
            // A character cut in two.
            try await socket.send(opcode: 0, isFinal: false, [0xC3])
            try await socket.send(opcode: 0, isFinal: true, [0xA9])
            #expect(try await socket.next() == RawWebSocket.Frame(isFinal: true, opcode: 10, payload: Array("are you there".utf8)))
            #expect(try await socket.text() == "one é")
        }
    }

    @Test(
        arguments: [
            (RawWebSocket.frame(opcode: 0, Array("x".utf8)), 1002), (RawWebSocket.frame(opcode: 2, Array("x".utf8)), 1003),
            (RawWebSocket.frame(opcode: 1, [0xFF]), 1007), (RawWebSocket.frame(opcode: 1, Array("x".utf8), isMasked: false), 1002),
            (RawWebSocket.frame(opcode: 1, isFinal: false, Array("x".utf8)) + RawWebSocket.frame(opcode: 1, Array("y".utf8)), 1002),
            (RawWebSocket.frame(opcode: 1, [UInt8](repeating: 0x61, count: 65_537)), 1009),
            (
                RawWebSocket.frame(opcode: 1, isFinal: false, [UInt8](repeating: 0x61, count: 65_000))
                    + RawWebSocket.frame(opcode: 0, [UInt8](repeating: 0x61, count: 1000)), 1009
            ),
            (RawWebSocket.frame(opcode: 8, [0x03]), 1002), (RawWebSocket.frame(opcode: 8, [0x03, 0xED]), 1002)
        ] as [([UInt8], Int)])
    func whatIsWrongClosesWithItsCode(bytes: [UInt8], code: Int) async throws {
        try await with { _, socket in
            try await socket.write(bytes)
            #expect(try await socket.closeCode() == code)
        }
    }

    @Test func bothSidesMayClose() async throws {
        try await with { server, socket in
            try await socket.send("close")
            #expect(try await socket.closeCode() == 4000)
            try await socket.sendClose(4000)
            #expect(try await socket.next() == nil)
            let other = try await RawWebSocket.connect(port: server.port, path: "/echo")
            try await other.sendClose(nil)
            #expect(try await other.closeCode() == 1005)
            #expect(try await other.next() == nil)
        }
    }

    /// A client that ends its side while it is let in has nobody's place for the time of the pings.
    @Test func whoHasEndedItsSideIsNotWaitedFor() async throws {
        let (heard, letIn) = (Gate(), Gate())
        var settings = WebSocketSettings()
        (settings.pingInterval, settings.idleDeadline) = (.seconds(600), .seconds(900))
        let patient = settings
        let route = Route.get("/late", .anyone, operation: "late") { request in
            heard.open()
            await letIn.wait()
            return try .webSocket(request, patient) { socket in
                while await socket.next() != .closed {}
                return .normal
            }
        }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let client = try await RawConnection(port: server.port)
            try await client.send(
                "GET /late HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
            await heard.wait()
            try await client.endOutput()
            // The server may hear of the end before it lets the client in, or after.
            try await Task.sleep(for: .milliseconds(50))
            letIn.open()
            _ = await client.rest()
            while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    /// That an answer keeps it open is a case of `WebSocketStateTests`, by a clock of its own: here a machine that is busy is slow to answer, too.
    @Test func whoDoesNotAnswerAPingIsBrokenOff() async throws {
        try await with({ ($0.pingInterval, $0.idleDeadline) = (.milliseconds(100), .milliseconds(1500)) }) { _, socket in
            let (ping, end) = (try await socket.next(), try await socket.next())
            #expect(ping?.opcode == 9 && end == nil)
        }
    }

    @Test func whoDoesNotAnswerACloseIsBrokenOff() async throws {
        try await with({ $0.closeDeadline = .milliseconds(100) }) { _, socket in
            try await socket.send("close")
            #expect(try await socket.closeCode() == 4000)
            #expect(try await socket.next() == nil)
        }
    }

    @Test func aSlowReaderIsBrokenOff() async throws {
        let ended = Gate()
        try await with({ $0.writeDeadline = .milliseconds(200) }, ended: ended) { server, socket in
            try await socket.stopReading()
            let text = Array(String(repeating: "z", count: 60_000).utf8)
            // Written until the echo backs up and the server reads no more: then the writes stop, and then the connection.
            let writing = Task {
                while true { try await socket.send(opcode: 1, text) }
            }
            await ended.wait()
            writing.cancel()
            _ = await writing.result
            while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(10)) }
        }
    }

    @Test func aHandlerThatTakesNothingStopsTheReading() async throws {
        let gate = Gate()
        let taken = Tally()
        let routes: [Route] = [
            .get("/slow", .anyone, operation: "slow") { request in
                try .webSocket(request) { socket in
                    await gate.wait()
                    while case .text = await socket.next() { taken.add() }
                    return .normal
                }
            }
        ]
        try await withServer(routes) { server in
            let socket = try await RawWebSocket.connect(port: server.port, path: "/slow")
            let text = Array(String(repeating: "z", count: 10_000).utf8)
            for _ in 0..<200 { try await socket.send(opcode: 1, text) }
            gate.open()
            while taken.count < 200 { try await Task.sleep(for: .milliseconds(5)) }
            try await socket.sendClose(1000)
            #expect(try await socket.closeCode() == 1000)
        }
    }

    @Test func aDrainSaysGoingAway() async throws {
        let ended = Gate()
        try await with(ended: ended) { server, socket in
            async let drained: Void = server.drain(within: .seconds(10))
            #expect(try await socket.closeCode() == 1001)
            try await socket.sendClose(1001)
            await drained
            await ended.wait()
            #expect(server.openConnections == 0)
        }
    }

    /// The server may begin to stop while a client is let in.
    @Test func whoIsLetInDuringADrainHearsOfIt() async throws {
        let letIn = Gate()
        let route = Route.get("/late", .anyone, operation: "late") { request in
            await letIn.wait()
            return try .webSocket(request) { socket in
                while await socket.next() != .closed {}
                return .normal
            }
        }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let port = server.port
            let idle = try await RawConnection(port: port)
            async let opening = RawWebSocket.connect(port: port, path: "/late")
            await letIn.entered()
            async let drained: Void = server.drain(within: .seconds(60))
            #expect(await idle.rest() == "")
            letIn.open()
            let socket = try await opening
            #expect(try await socket.closeCode() == 1001)
            try await socket.sendClose(1001)
            await drained
            #expect(server.openConnections == 0)
        }
    }

    @Test func theHandlerHearsThatThePeerIsGone() async throws {
        let ended = Gate()
        try await with(ended: ended) { _, socket in
            await socket.cut()
            await ended.wait()
        }
    }

    /// The end and a message may cross. The first of these may still find the handler in its place, the last does not.
    @Test func whoSendsWhenTheConnectionHasGoneHearsSo() async throws {
        let (taken, ended) = (Tally(), Gate())
        let route = Route.get("/late", .anyone, operation: "late") { request in
            try .webSocket(request) { socket in
                while await socket.next() != .closed {}
                for _ in 0..<5 {
                    do {
                        try await socket.send("late")
                        taken.add()
                    } catch {}
                }
                ended.open()
                return .normal
            }
        }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let socket = try await RawWebSocket.connect(port: server.port, path: "/late")
            await socket.cut()
            try await within(.seconds(60), "the refusal of what is sent too late") { await ended.wait() }
            #expect(taken.count == 0)
        }
    }

    /// Frames that cost work and bring nothing, without end.
    @Test(arguments: [
        RawWebSocket.frame(opcode: 9, Array("ping".utf8)), RawWebSocket.frame(opcode: 10, []),
        RawWebSocket.frame(opcode: 0, isFinal: false, []), RawWebSocket.frame(opcode: 0, isFinal: false, [0x61])
    ])
    func aFloodOfEmptyFramesIsClosed(frame: [UInt8]) async throws {
        try await with({ $0.idleFrameInterval = .seconds(3600) }) { _, socket in
            let begun = frame[0] & 0x0F == 0 ? RawWebSocket.frame(opcode: 1, isFinal: false, []) : []
            try await socket.write(begun + Array([[UInt8]](repeating: frame, count: 20_000).joined()))
            while let next = try await socket.next() {
                guard next.opcode == 8 else { continue }
                #expect(next.closeCode == 1008)
                return
            }
            Issue.record("it was not closed by a frame")
        }
    }

    /// What waits for a handler that takes nothing, and messages that are never whole.
    @Test func whatIsKeptIsInTheBudgetOfAll() async throws {
        let routes: [Route] = [
            .get("/slow", .anyone, operation: "slow") { request in
                try .webSocket(request) { socket in
                    while await socket.next() != .closed {}
                    return .normal
                }
            }
        ]
        try await withServer(routes, { $0.bodyMemory = 100_000 }) { server in
            let part = RawWebSocket.frame(opcode: 1, isFinal: false, [UInt8](repeating: 0x61, count: 60_000))
            let first = try await RawWebSocket.connect(port: server.port, path: "/slow")
            try await first.write(part)
            try await eventually("the first is kept", within: .seconds(10)) { server.keptBytes >= 60_000 }
            let second = try await RawWebSocket.connect(port: server.port, path: "/slow")
            try await second.write(part)
            #expect(try await second.closeCode() == 1013)
            for socket in [first, second] { await socket.cut() }
            try await eventually("nothing is kept", within: .seconds(10)) { server.keptBytes == 0 }
        }
    }

    /// Upgrade means nothing there; and a HEAD opens nothing.
    @Test(arguments: [("GET", "1.0"), ("HEAD", "1.1")]) func onlyAGETOfHTTP11OpensASocket(method: String, version: String) async throws {
        try await withServer(Self.echo(WebSocketSettings())) { server in
            let connection = try await RawConnection(port: server.port)
            try await connection.send(
                "\(method) /echo HTTP/\(version)\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
            #expect(try await connection.reply(toHead: method == "HEAD").status == 426)
        }
    }

    @Test func framesSentWithTheHandshakeAreNotLost() async throws {
        try await withServer(Self.echo(WebSocketSettings())) { server in
            let early = RawWebSocket.frame(opcode: 1, Array("early".utf8))
            let socket = try await RawWebSocket.connect(port: server.port, path: "/echo", early: early)
            #expect(try await socket.text() == "early")
            await socket.cut()
        }
    }

    @Test(
        arguments: [
            (["Upgrade": ""], 426), (["Connection": "keep-alive"], 426), (["Sec-WebSocket-Version": "8"], 426), (["Sec-WebSocket-Key": ""], 400),
            (["Sec-WebSocket-Key": "c2hvcnQ="], 400), (["Origin": "https://evil.test"], 403), (["Origin": "null"], 403),
            (["Origin": "https://app.test"], 101), (["Connection": "keep-alive, Upgrade"], 101)
        ] as [([String: String], Int)])
    func handshakes(headers: [String: String], status: Int) async throws {
        try await withServer(Self.echo(WebSocketSettings()), origins: .only("https://app.test")) { server in
            let socket = try await RawWebSocket.connect(port: server.port, path: "/echo", headers: headers)
            #expect(socket.status == status)
            await socket.cut()
        }
    }
}

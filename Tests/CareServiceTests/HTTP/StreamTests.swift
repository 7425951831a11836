import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(3)))
struct StreamTests {
    struct Broken: Error {}

    static func route(length: Int?, pieces: [String], fails: Bool = false) -> Route {
        Route.get("/stream", .anyone, operation: "stream") { _ in
            Response(
                .ok,
                stream: ResponseStream(length: length) { write in
                    for piece in pieces { try await write(Array(piece.utf8)) }
                    if fails { throw Broken() }
                })
        }
    }

    static let get = "GET /stream HTTP/1.1\r\nHost: here\r\n\r\n"

    @Test func sendsAStreamOfUnknownLengthChunked() async throws {
        try await withServer([Self.route(length: nil, pieces: ["one", "", "two"])]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            for _ in 0..<2 {
                try await connection.send(Self.get)
                let reply = try await connection.reply()
                #expect(reply.headers["transfer-encoding"] == "chunked")
                #expect(reply.body == "onetwo")
            }
        }
    }

    @Test func sendsAStreamOfKnownLength() async throws {
        try await withServer([Self.route(length: 6, pieces: ["one", "two"])]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("HEAD /stream HTTP/1.1\r\nHost: here\r\n\r\n" + Self.get)
            #expect(try await connection.reply(toHead: true).headers["content-length"] == "6")
            #expect(try await connection.reply().body == "onetwo")
        }
    }

    @Test func endsAnOldClientsStreamWithTheConnection() async throws {
        try await withServer([Self.route(length: nil, pieces: ["one", "two"])]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("GET /stream HTTP/1.0\r\n\r\n")
            let reply = try await connection.reply()
            #expect(reply.headers["transfer-encoding"] == nil)
            #expect(reply.body == "onetwo")
        }
    }

    @Test(arguments: [(nil, true), (7, false)]) func breaksOffAStreamThatIsNotWhole(_ length: Int?, _ fails: Bool) async throws {
        try await withServer([Self.route(length: length, pieces: ["one", "two"], fails: fails)]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send(Self.get)
            await #expect(throws: RawConnection.Ended.self) { _ = try await connection.reply() }
        }
    }

    @Test func slowsTheProducerToTheClientsPace() async throws {
        let begun = Mutex(false)
        let written = Mutex(0)
        let route = Route.get("/stream", .anyone, operation: "stream") { _ in
            Response(
                .ok,
                stream: ResponseStream(length: 64 << 20) { write in
                    begun.withLock { $0 = true }
                    let piece = [UInt8](repeating: 120, count: 1 << 20)
                    for _ in 0..<64 {
                        try await write(piece)
                        written.withLock { $0 += 1 }
                    }
                })
        }
        try await withServer([route], { $0.writeDeadline = .milliseconds(300) }) { (server: HTTPServer) async throws -> Void in
            // A client that reads nothing: the write deadline ends it, long before all was produced.
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelOption(ChannelOptions.autoRead, value: false)
                .connect(host: "127.0.0.1", port: server.port).get()
            try await channel.writeAndFlush(ByteBuffer(string: Self.get))
            // On a busy machine the connection may have come and gone between two looks.
            while !begun.withLock({ $0 }) || server.openConnections > 0 { try await Task.sleep(for: .milliseconds(1)) }
            #expect(written.withLock { $0 } < 64)
            channel.close(promise: nil)
        }
    }

    /// Echoes plain bytes: what a WebSocket would stand in for.
    private final class EchoHandler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        func channelRead(context: ChannelHandlerContext, data: NIOAny) { context.writeAndFlush(data, promise: nil) }
        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case ChannelEvent.inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
        }
    }

    @Test func leavesHTTPForAnotherProtocol() async throws {
        let route = Route.get("/socket", .anyone, operation: "socket") { _ in
            var response = Response(.switchingProtocols)
            response.upgrade = ProtocolUpgrade(name: "echo") { channel, _ in channel.pipeline.addHandler(EchoHandler()) }
            return response
        }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("GET /socket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nearly ")
            let reply = try await connection.reply()
            #expect(reply.status == 101)
            #expect(reply.headers["upgrade"] == "echo")
            try await connection.send("late")
            try await connection.endOutput()
            #expect(await connection.rest() == "early late")
        }
    }
}

import ArgumentParser
import NIOCore
import NIOHTTP1
import NIOPosix

/// The references for HTTP, on swift-nio's own HTTP/1.1 pipeline: a fixed answer, nothing else.
struct BareRoute: AsyncParsableCommand {
    @Option var port: Int
    /// As large as the answer it is compared with.
    @Option var bytes = 400
    /// A handler in the pipeline instead of a task for each connection.
    @Flag var inPipeline = false

    func run() async throws {
        if inPipeline { try await answerInPipeline() } else { try await answerInTasks() }
    }

    private var bootstrap: ServerBootstrap {
        ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.backlog, value: 256)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
    }

    /// The way of Hummingbird 2: a task for each connection reads requests from a NIOAsyncChannel and writes their answers to it.
    private func answerInTasks() async throws {
        let answer = Answer(bytes: bytes)
        let server = try await bootstrap.bind(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                try channel.pipeline.syncOperations.addHandler(BufferParts())
                return try NIOAsyncChannel<HTTPServerRequestPart, BufferParts.OutboundIn>(wrappingChannelSynchronously: channel)
            }
        }
        try await withThrowingDiscardingTaskGroup { group in
            try await server.executeThenClose { connections in
                for try await connection in connections {
                    group.addTask {
                        // A client that goes away is no failure of the server.
                        try? await connection.executeThenClose { requests, answers in
                            for try await case .end in requests { try await answers.write(contentsOf: answer.parts) }
                        }
                    }
                }
            }
        }
    }

    /// The least that swift-nio can do.
    private func answerInPipeline() async throws {
        let answer = Answer(bytes: bytes)
        let channel = try await bootstrap.childChannelInitializer { channel in
            channel.pipeline.configureHTTPServerPipeline().flatMap { channel.pipeline.addHandler(FixedAnswer(answer)) }
        }.bind(host: "127.0.0.1", port: port).get()
        try await channel.closeFuture.get()
    }
}

private struct Answer: Sendable {
    let parts: [BufferParts.OutboundIn]

    init(bytes: Int) {
        let body = ByteBuffer(repeating: UInt8(ascii: "x"), count: bytes)
        let headers: HTTPHeaders = ["content-type": "application/json", "content-length": "\(bytes)"]
        parts = [.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)), .body(body), .end(nil)]
    }
}

private final class FixedAnswer: ChannelInboundHandler, Sendable {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart
    private let answer: Answer

    init(_ answer: Answer) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        for part in answer.parts { context.write(wrapOutboundOut(BufferParts.plain(part)), promise: nil) }
        context.flush()
    }
}

/// Bodies as plain buffers, which may go from task to task.
private final class BufferParts: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = HTTPPart<HTTPResponseHead, ByteBuffer>
    typealias OutboundOut = HTTPServerResponsePart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(wrapOutboundOut(Self.plain(unwrapOutboundIn(data))), promise: promise)
    }

    static func plain(_ part: OutboundIn) -> OutboundOut {
        switch part {
        case .head(let head): .head(head)
        case .body(let body): .body(.byteBuffer(body))
        case .end(let trailers): .end(trailers)
        }
    }
}

import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A server that answers one request on each connection, as if it kept it, and then closes it.
final class Forgetful: Sendable {
    enum When: String, CaseIterable, Sendable { case afterTheAnswer, atTheNextRequest }

    private let channel: any Channel
    private let connections: Counter

    init(closing when: When) async throws {
        let connections = Counter()
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                connections.value.add(1, ordering: .relaxed)
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(AnswersOnce(closing: when))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        self.connections = connections
    }

    var port: Int { channel.localAddress?.port ?? 0 }
    var accepted: Int { connections.value.load(ordering: .relaxed) }

    func close() async throws { try await channel.close() }

    private final class Counter: Sendable { let value = Atomic(0) }
}

private final class AnswersOnce: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let when: Forgetful.When
    private var hasAnswered = false

    init(closing when: Forgetful.When) { self.when = when }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        if hasAnswered { return context.close(promise: nil) }
        hasAnswered = true
        context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .noContent))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        if when == .afterTheAnswer { context.close(promise: nil) }
    }
}

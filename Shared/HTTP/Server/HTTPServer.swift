import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import Telemetry

/// HTTP/1.1 on swift-nio: keep-alive, one request at a time per connection, limits and deadlines on every step, and a drain.
package final class HTTPServer: Sendable {
    private let configuration: HTTPServerConfiguration
    private let router: Router
    private let responder: Responder
    private let tracer: Tracer
    private let registry: ConnectionRegistry
    private let listener = Mutex<(any Channel)?>(nil)

    /// `callers` tells who calls, `failures` what an error means that is neither a problem nor the request's fault, `secrets` what a
    /// request's answer is kept under, and `origins` whose pages may call from a browser.
    package init(
        _ configuration: HTTPServerConfiguration, routes: [Route], callers: CallerCheck,
        failures: @escaping @Sendable (any Error) -> KnownFailure? = { _ in nil }, secrets: RequestSecrets? = nil,
        origins: CrossOrigin = .nobody, tracer: Tracer = .off
    ) {
        self.configuration = configuration
        self.tracer = tracer
        router = Router(routes)
        responder = Responder(
            callers: callers, bodies: BodyBudget(most: configuration.bodyMemory), heavy: HeavyRequests(most: configuration.mostHeavy),
            turns: Turns(atOnce: configuration.writesAtOnce, waiting: configuration.mostWaitingWrites, patience: configuration.turnPatience),
            quota: CallerQuota(perMinute: configuration.callerQuota), errors: ErrorMapping(known: failures), secrets: secrets, origins: origins)
        registry = ConnectionRegistry(most: configuration.mostConnections)
    }

    /// The port listened on; 0 before `start`.
    package var port: Int { listener.withLock { $0?.localAddress?.port } ?? 0 }
    package var openConnections: Int { registry.count }
    /// Of a caller's requests to routes in turn (`Route.inTurn`); a person's by their id, a machine's by its client's.
    package func turns(of caller: CallerID) -> (running: Int, waiting: Int) { responder.turns.count(of: caller) }
    /// Of what clients sent, weighed; see `HTTPServerConfiguration.bodyMemory`.
    var keptBytes: Int { responder.bodies.taken }

    /// Binds and serves from now on; throws NIO's error when the address is taken.
    package func start() async throws {
        let (configuration, router, responder, registry, tracer) = (configuration, router, responder, registry, tracer)
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.backlog, value: 1024)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            .childChannelOption(ChannelOptions.autoRead, value: false)
            // A part of a head or a frame keeps the whole read that it came with: as many bytes as the gateway sends at once, and no more.
            .childChannelOption(ChannelOptions.recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 2048, maximum: 16 << 10))
            .childChannelInitializer { channel in
                guard let place = registry.add(channel) else { return Self.refuse(channel, issuer: configuration.issuer) }
                return channel.eventLoop.makeCompletedFuture {
                    let connection = HTTPConnection(
                        channel, configuration, router: router, responder: responder, registry: registry, place: place, tracer: tracer)
                    let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(HeadMeter(connection), name: HTTPConnection.meterName)
                    try pipeline.addHandler(ByteToMessageHandler(decoder), name: HTTPConnection.decoderName)
                    try pipeline.addHandler(connection, name: HTTPConnection.connectionName)
                }
            }
        let channel = try await bootstrap.bind(host: configuration.host, port: configuration.port).get()
        listener.withLock { $0 = channel }
    }

    /// Stops accepting, lets requests in flight finish with `Connection: close`, and breaks off what is left after `deadline`.
    package func drain(within deadline: Duration) async {
        let channel = listener.withLock { listener in
            defer { listener = nil }
            return listener
        }
        try? await channel?.close().get()
        registry.beginDraining()
        let registry = registry
        let timer = MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: TimeAmount(deadline)) { registry.closeAll() }
        await registry.untilEmpty()
        timer.cancel()
    }

    static let refused = Counter(
        "http_connections_refused_total", "connections over the limit: 4096, Messaging's CARE_MESSAGING_CONNECTIONS")

    /// Before anything of it is read.
    private static func refuse(_ channel: any Channel, issuer: String) -> EventLoopFuture<Void> {
        refused.add()
        let requestID = TraceContext().traceID
        let response = Problem.unavailable(retryAfter: 1).response(issuer: issuer, requestID: requestID, language: .english)
        var buffer = channel.allocator.buffer(capacity: 1024)
        ResponseEncoder.writeHead(
            response, framing: .length(response.body.count), requestID: requestID, reader: nil, keepAlive: false, version: .http1_1, into: &buffer)
        buffer.writeBytes(response.body)
        channel.writeAndFlush(buffer).whenComplete { _ in channel.close(promise: nil) }
        return channel.eventLoop.makeSucceededVoidFuture()
    }
}

import NIOCore
import NIOHTTP1

/// One connection: reads a request, hands it to a task, writes its response, then takes the next. While a request is being
/// handled at most one further read is taken in; then the client waits.
///
/// @unchecked Sendable: every member is touched on the channel's event loop only; tasks come back through `execute`.
final class HTTPConnection: ChannelInboundHandler, RemovableChannelHandler, @unchecked Sendable {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    /// The handlers' names in the pipeline.
    static let meterName = "careline.meter"
    static let decoderName = "careline.decoder"
    static let connectionName = "careline.connection"

    struct Incoming {
        let exchange: Exchange
        let bodyLimit: Int
        var body: ByteBuffer?
        var rawBytes = 0
    }

    /// A body that is handed on as it comes.
    struct Upload {
        let exchange: Exchange
        let stream: RequestBodyStream
        let bodyLimit: Int
        /// When the whole has to be there.
        let latest: NIODeadline
        var bytes = 0
        var rawBytes = 0
    }

    enum State {
        /// Between requests, or within a head.
        case idle
        case receiving(Incoming)
        /// The task of a streamed route works while its body still comes.
        case uploading(Upload)
        /// The request's task works.
        case handling
        /// The response is on its way out.
        case writing
        case streaming(ResponseEncoder.Framing, remaining: Int?)
        /// Answered before the request was read whole: what still comes is thrown away until the client has seen the answer.
        case lingering
        case closed

        /// Whether the next part of a request belongs to it now.
        var isReading: Bool {
            switch self {
            case .idle, .receiving, .uploading: true
            case .handling, .writing, .streaming, .lingering, .closed: false
            }
        }
    }

    let channel: any Channel
    let configuration: HTTPServerConfiguration
    let router: Router
    let responder: Responder
    let registry: ConnectionRegistry
    let tracer: Tracer
    let peer: ClientAddress.Peer
    var context: ChannelHandlerContext?
    var state = State.idle
    var deadline = NIODeadline.distantFuture
    var timer: RepeatedTask?
    /// Counts requests, so that a task that comes back too late is known.
    var serial = 0
    /// The request that is being handled or answered.
    var exchange: Exchange?
    /// Its task, also while it streams its response.
    var work: Task<Void, Never>?
    var wantsKeepAlive = true
    var headBytes = 0
    var lingeringBytes = 0
    var waiting = CircularBuffer<HTTPServerRequestPart>()
    var isReadPaused = false
    var inputFault: Problem?
    var isInputClosed = false
    var isDraining = false

    init(
        _ channel: any Channel, _ configuration: HTTPServerConfiguration, router: Router, responder: Responder, registry: ConnectionRegistry,
        tracer: Tracer
    ) {
        self.channel = channel
        self.configuration = configuration
        self.router = router
        self.responder = responder
        self.registry = registry
        self.tracer = tracer
        peer = ClientAddress.Peer(address: channel.remoteAddress?.ipAddress ?? "", proxies: configuration.trustedProxies)
    }

    // MARK: Events of the channel

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        isDraining = registry.isDraining
        setDeadline(configuration.idleDeadline)
        timer = context.eventLoop.scheduleRepeatedTask(initialDelay: configuration.tick, delay: configuration.tick) { [weak self] _ in
            self?.checkDeadline()
        }
        context.fireChannelActive()
        context.read()
    }

    func channelInactive(context: ChannelHandlerContext) {
        // Nobody is left to answer, and no deadline runs any more: it must not go on holding what it holds.
        cancelTask()
        state = .closed
        timer?.cancel()
        waiting.removeAll()
        context.fireChannelInactive()
    }

    func willDecode(bytes: Int) {
        switch state {
        case .idle:
            if headBytes == 0 { setDeadline(configuration.headDeadline) }
            headBytes += bytes
        case .receiving(var incoming):
            incoming.rawBytes += bytes
            state = .receiving(incoming)
        case .uploading(var upload):
            upload.rawBytes += bytes
            state = .uploading(upload)
        case .lingering: lingeringBytes += bytes
        default: headBytes += bytes
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch state {
        case .idle, .receiving, .uploading: take(part)
        case .handling, .writing, .streaming: waiting.append(part)
        case .lingering, .closed: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        switch state {
        case .idle where headBytes > configuration.headLimit:
            refuse(headTooLarge)
        case .receiving(let incoming) where incoming.rawBytes > 2 * incoming.bodyLimit + (64 << 10):
            refuse(.tooLarge(limit: incoming.bodyLimit))
        case .uploading(let upload) where upload.rawBytes > 2 * upload.bodyLimit + (64 << 10):
            refuse(.tooLarge(limit: upload.bodyLimit))
        case .lingering where lingeringBytes > 4 << 20:
            close()
            return
        default: break
        }
        readOn()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError || error is ByteToMessageDecoderError else {
            close()
            return
        }
        let problem = Problem(.badRequest, "malformed-request", title: "The request is not HTTP/1.1", detail: "It cannot be read; the connection is closed.")
        switch state {
        case .idle:
            if headBytes == 0 && isInputClosed { close() } else { refuse(problem) }
        case .receiving, .uploading: refuse(problem)
        case .handling, .writing, .streaming: inputFault = problem
        case .lingering, .closed: break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is DrainEvent {
            isDraining = true
            if case .idle = state, headBytes == 0 { close() }
        } else if case ChannelEvent.inputClosed? = event as? ChannelEvent {
            isInputClosed = true
            switch state {
            case .idle, .receiving, .uploading, .lingering: close()
            case .handling, .writing, .streaming, .closed: break
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: Reading a request

    /// Asks for more unless enough has come already.
    func readOn() {
        switch state {
        case .closed: return
        case .idle, .receiving, .lingering: break
        case .uploading(let upload):
            if upload.stream.isFull {
                // It is the handler that is awaited now.
                isReadPaused = true
                setDeadline(configuration.requestDeadline)
                return
            }
        case .handling, .writing, .streaming:
            if !waiting.isEmpty || headBytes > configuration.headLimit || isInputClosed {
                isReadPaused = true
                return
            }
        }
        isReadPaused = false
        context?.read()
    }

    func take(_ part: HTTPServerRequestPart) {
        switch part {
        case .head(let head): begin(head)
        case .body(let piece):
            if case .uploading = state { pass(piece) } else { append(piece) }
        case .end:
            if case .uploading = state { finishUpload() } else { dispatch() }
        }
    }

    private func begin(_ head: HTTPRequestHead) {
        headBytes = 0
        // After a request to upgrade the decoder reads no further: unless it is upgraded, the connection ends.
        wantsKeepAlive = head.isKeepAlive && !head.headers.contains(name: "Upgrade")
        let started = NIODeadline.now()
        let exchange = Exchange(head: head, match: router.match(head.method, path: Self.path(of: head.uri)), started: started, tracer: tracer)
        self.exchange = exchange
        if let problem = fault(in: head) {
            refuse(problem)
            return
        }
        var bodyLimit = 64 << 10
        if case .found(let endpoint, _) = exchange.match { bodyLimit = endpoint.route.bodyLimit }
        let length = head.headers.first(name: "Content-Length").flatMap { Int($0) }
        if let length, length > bodyLimit {
            refuse(overflow(exchange, bodyLimit))
            return
        }
        if let expectation = head.headers.first(name: "Expect") {
            guard expectation.lowercased() == "100-continue" else {
                let detail = "Only Expect: 100-continue is known."
                refuse(Problem(.expectationFailed, "expectation-failed", title: "Unknown expectation", detail: detail))
                return
            }
            if head.version.minor > 0, length != 0 {
                channel.writeAndFlush(ByteBuffer(staticString: "HTTP/1.1 100 Continue\r\n\r\n"), promise: nil)
            }
        }
        if case .found(let endpoint, _) = exchange.match, endpoint.route.isStreamed || mayBeLarge(length, bodyLimit) {
            return beginUpload(exchange, bodyLimit)
        }
        setDeadline(configuration.bodyDeadline + .seconds(bodyLimit / (64 << 10)))
        state = .receiving(Incoming(exchange: exchange, bodyLimit: bodyLimit))
    }

    /// A chunked body says its length at its end only.
    private func mayBeLarge(_ length: Int?, _ bodyLimit: Int) -> Bool {
        guard bodyLimit > configuration.largeBody, let exchange else { return false }
        guard let length else { return exchange.head.headers.contains(name: "Transfer-Encoding") }
        return length > configuration.largeBody
    }

    private func fault(in head: HTTPRequestHead) -> Problem? {
        var size = head.uri.utf8.count
        for (name, value) in head.headers { size += name.utf8.count + value.utf8.count + 4 }
        if size > configuration.headLimit { return headTooLarge }
        if head.version.minor > 0, head.headers["Host"].count != 1 {
            return Problem(.badRequest, "malformed-request", title: "The request is not HTTP/1.1", detail: "Send exactly one Host header.")
        }
        // Two lengths are how requests are smuggled past a gateway (RFC 9112, section 6.3).
        if head.headers.contains(name: "Transfer-Encoding"), head.headers.contains(name: "Content-Length") {
            return Problem(
                .badRequest, "malformed-request", title: "The request is not HTTP/1.1", detail: "Send Content-Length or Transfer-Encoding, not both.")
        }
        return nil
    }

    var headTooLarge: Problem {
        Problem(
            .requestHeaderFieldsTooLarge, "head-too-large", title: "The request line and headers are too large",
            detail: "At most \(configuration.headLimit) bytes are accepted.", extensions: ["limit": String(configuration.headLimit)])
    }

    /// The path without query; of an absolute-form target (RFC 9112, section 3.2.2) what follows the authority.
    private static func path(of uri: String) -> Substring {
        var path = uri[...]
        if let mark = path.utf8.firstIndex(of: UInt8(ascii: "?")) { path = path[..<mark] }
        guard path.utf8.first != UInt8(ascii: "/"), path.lowercased().hasPrefix("http://") else { return path }
        let authority = path.dropFirst(7)
        return authority.firstIndex(of: "/").map { authority[$0...] } ?? "/"
    }

    func overflow(_ exchange: Exchange, _ limit: Int) -> Problem {
        guard case .found = exchange.match else { return Responder.problem(of: exchange.match) }
        return .tooLarge(limit: limit)
    }

    private func append(_ piece: ByteBuffer) {
        guard case .receiving(var incoming) = state else { return }
        let count = (incoming.body?.readableBytes ?? 0) + piece.readableBytes
        guard count <= incoming.bodyLimit else {
            refuse(overflow(incoming.exchange, incoming.bodyLimit))
            return
        }
        // Not two owners of one buffer while it grows.
        state = .idle
        if incoming.body == nil { incoming.body = piece } else { incoming.body?.writeImmutableBuffer(piece) }
        state = .receiving(incoming)
    }

    private func dispatch() {
        guard case .receiving(let incoming) = state else { return }
        serial += 1
        let (serial, exchange, peer, responder) = (serial, incoming.exchange, peer, responder)
        let body = incoming.body
        setDeadline(configuration.requestDeadline)
        work = Task {
            await TraceContext.$current.withValue(exchange.trace) {
                let bytes = body.map { [UInt8]($0.readableBytesView) } ?? []
                let response = await responder.respond(to: exchange, body: bytes, peer: peer)
                exchange.record(status: response.status)
                await self.send(response, exchange, serial)
            }
        }
        state = .handling
    }
}

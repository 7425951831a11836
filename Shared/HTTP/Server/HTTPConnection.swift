import CareModels
import NIOCore
import NIOHTTP1
import Telemetry

/// One connection: reads a request, hands it to a task, writes its response, then takes the next. Who calls is known before a body is
/// read. While a request is being handled at most one further read is taken in; then the client waits.
///
/// @unchecked Sendable: every member is touched on the channel's event loop only; tasks come back through `execute`.
final class HTTPConnection: ChannelInboundHandler, RemovableChannelHandler, @unchecked Sendable {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    /// The handlers' names in the pipeline.
    static let meterName = "careline.meter"
    static let decoderName = "careline.decoder"
    static let connectionName = "careline.connection"

    enum State {
        /// Between requests, or within a head.
        case idle
        /// The head is there and says that a body follows; the caller's token is being looked at. What comes meanwhile waits.
        case admitting(IncomingRequest)
        case receiving(IncomingRequest)
        /// The task of a streamed route works while its body still comes.
        case uploading(Upload)
        /// Refused; its short body is read over, so that the connection can live on.
        case discarding(Discard)
        /// The request's task works.
        case handling
        /// The response is on its way out.
        case writing
        case streaming(ResponseEncoder.Framing, remaining: Int?)
        /// Answered before the request was read whole: what still comes is thrown away until the client has seen the answer.
        case lingering
        /// Another protocol takes over.
        case leaving
        case closed

        /// Whether the next part of a request belongs to it now.
        var isReading: Bool {
            switch self {
            case .idle, .receiving, .uploading, .discarding: true
            case .admitting, .handling, .writing, .streaming, .lingering, .leaving, .closed: false
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
    /// Of the head that was decoded last, for the meter.
    private var framing: BodyFraming?
    /// And the bytes that its body may have.
    private(set) var framingLimit = Int.max

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

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        guard case .head(let head) = part else {
            if state.isReading { take(part) } else { keep(part) }
            return
        }
        let fields = RequestFields(head)
        (framing, framingLimit) = ((try? fields.framing(head.version)) ?? BodyFraming.none, .max)
        if state.isReading { framingLimit = begin(head, fields) } else { keep(part) }
    }

    private func keep(_ part: HTTPServerRequestPart) {
        switch state {
        case .admitting, .handling, .writing, .streaming: waiting.append(part)
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if case .idle = state, headBytes > configuration.headLimit { refuse(headTooLarge) }
        readOn()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError || error is ByteToMessageDecoderError else {
            close()
            return
        }
        if case .idle = state, headBytes == 0 && isInputClosed { return close() }
        inputFailed(RequestFields.malformed("It cannot be read; the connection is closed."))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is DrainEvent {
            isDraining = true
            if case .idle = state, headBytes == 0 { close() }
        } else if case ChannelEvent.inputClosed? = event as? ChannelEvent {
            isInputClosed = true
            switch state {
            case .idle, .admitting, .receiving, .uploading, .discarding, .lingering: close()
            case .handling, .writing, .streaming, .leaving, .closed: break
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: Events of the meter

    /// Whether what comes next is to be decoded at all.
    func listens(to bytes: Int) -> Bool {
        switch state {
        case .closed: return false
        case .lingering:
            lingeringBytes += bytes
            if lingeringBytes > configuration.mostLingering { close() }
            return false
        default: return true
        }
    }

    func willDecodeHead(bytes: Int) {
        if case .idle = state, headBytes == 0 { setDeadline(configuration.headDeadline) }
        headBytes += bytes
    }

    func takeFraming() -> BodyFraming? {
        defer { framing = nil }
        return framing
    }

    func framingFailed(_ fault: RequestMeter.Fault) {
        switch (fault, state) {
        case (.tooLong, .receiving(let request)): inputFailed(.tooLarge(limit: request.bodyLimit))
        case (.tooLong, .uploading(let upload)): inputFailed(.tooLarge(limit: upload.bodyLimit))
        case (.tooLong, _): inputFailed(.tooLarge(limit: framingLimit))
        case (.chunkLine, _): inputFailed(RequestFields.malformed("A chunk begins with its size; its line may have \(RequestMeter.longestLine) bytes."))
        case (.wasteful, _): inputFailed(RequestFields.malformed("Its chunks or trailers are much longer than what they carry."))
        }
    }

    /// Nothing that comes after this can be understood.
    private func inputFailed(_ problem: Problem) {
        switch state {
        case .idle, .receiving, .uploading: refuse(problem)
        case .discarding(let discard): refuse(discard.problem)
        case .admitting, .handling, .writing, .streaming: inputFault = problem
        case .lingering, .leaving, .closed: break
        }
    }

    // MARK: Reading a request

    /// Asks for more unless enough has come already.
    func readOn() {
        switch state {
        case .leaving, .closed: return
        case .idle, .receiving, .discarding, .lingering: break
        case .uploading(var upload):
            if upload.stream.isFull {
                // It is the handler that is awaited now.
                isReadPaused = true
                upload.due.pause(at: .now())
                state = .uploading(upload)
                setDeadline(configuration.requestDeadline)
                return
            }
        case .admitting:
            isReadPaused = true
            return
        case .handling, .writing, .streaming:
            if !waiting.isEmpty || headBytes > configuration.headLimit || isInputClosed {
                isReadPaused = true
                return
            }
        }
        isReadPaused = false
        context?.read()
    }

    /// What came while it could not be taken.
    func takeWaiting() {
        while state.isReading, !waiting.isEmpty { take(waiting.removeFirst()) }
    }

    func take(_ part: HTTPServerRequestPart) {
        switch (part, state) {
        case (.head(let head), _): _ = begin(head, RequestFields(head))
        case (.body(let piece), .uploading): pass(piece)
        case (.body(let piece), .discarding): discard(piece)
        case (.body(let piece), _): append(piece)
        case (.end, .uploading): finishUpload()
        case (.end, .discarding(let discard)): finish(discard)
        case (.end, _): dispatch()
        }
    }

    /// The bytes that the request's body may have.
    private func begin(_ head: HTTPRequestHead, _ fields: RequestFields) -> Int {
        headBytes = 0
        // After a request to upgrade the decoder reads no further: unless it is upgraded, the connection ends.
        wantsKeepAlive = head.isKeepAlive && !fields.asksToUpgrade
        let started = NIODeadline.now()
        let exchange = Exchange(head: head, match: router.match(HTTPMethod(head.method), path: Self.path(of: head.uri)), started: started, tracer: tracer)
        self.exchange = exchange
        var request = IncomingRequest(exchange: exchange, startedAt: started, configuration)
        do {
            request.framing = try framing(of: head, fields)
            if case .length(let length) = request.framing, length > request.bodyLimit { throw overflow(exchange, request.bodyLimit) }
            try request.expect(fields.expectation)
        } catch {
            refuse(responder.errors.problem(for: error, exchange))
            return request.bodyLimit
        }
        if request.framing == .none, request.route?.isStreamed != true {
            deadline = request.due.due
            state = .receiving(request)
        } else {
            admit(request, fields)
        }
        return request.bodyLimit
    }

    private func framing(of head: HTTPRequestHead, _ fields: RequestFields) throws -> BodyFraming {
        if fields.bytes > configuration.headLimit { throw headTooLarge }
        if fields.count > RequestFields.most {
            throw Problem(
                .requestHeaderFieldsTooLarge, "head-too-large", title: "The request has too many headers",
                detail: "At most \(RequestFields.most) are accepted.", extensions: ["limit": String(RequestFields.most)])
        }
        if head.version.minor > 0, fields.hosts != 1 { throw RequestFields.malformed("Send exactly one Host header.") }
        return try fields.framing(head.version)
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
        guard case .receiving(var request) = state else { return }
        // Not two owners of one buffer while it grows.
        state = .idle
        let problem = request.take(piece, at: .now())
        deadline = request.due.due
        state = .receiving(request)
        if let problem { refuse(problem) }
    }

    private func dispatch() {
        guard case .receiving(let request) = state else { return }
        serial += 1
        let (serial, exchange, peer, responder) = (serial, request.exchange, peer, responder)
        setDeadline(configuration.requestDeadline)
        state = .handling
        work = Task {
            await TraceContext.$current.withValue(exchange.trace) {
                let response = await responder.respond(to: exchange, caller: request.caller, body: request.body, peer: peer)
                exchange.record(status: response.status)
                await self.send(response, exchange, serial)
            }
            withExtendedLifetime(request.holding) {}
        }
    }
}

import CareModels
import NIOCore
import NIOHTTP1
import Telemetry

/// One connection: tells its state what the channel, the requests' tasks and the clock bring, and does what that decides.
///
/// @unchecked Sendable: every member is touched on the channel's event loop only; tasks come back through `execute`.
final class HTTPConnection: ChannelInboundHandler, RemovableChannelHandler, @unchecked Sendable {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    /// The handlers' names in the pipeline.
    static let meterName = "careline.meter"
    static let decoderName = "careline.decoder"
    static let connectionName = "careline.connection"

    let channel: any Channel
    let router: Router
    let responder: Responder
    let registry: ConnectionRegistry
    private let place: ConnectionRegistry.Place
    let tracer: Tracer
    let peer: ClientAddress.Peer
    let executor: LoopExecutor?
    var state: HTTPConnectionState
    var context: ChannelHandlerContext?
    var timer: RepeatedTask?
    /// The request that is being read, handled or answered.
    var exchange: Exchange?
    /// The same while its body is awaited, with what it holds; then it is its task's.
    var request: IncomingRequest?
    /// Its task, also while it streams its response.
    var work: Task<Void, Never>?
    /// The body that its task reads while it still comes.
    var upload: RequestBodyStream?
    /// Tells the stream that is being sent, when it has no end of its own, that the server stops.
    var whenDraining: (@Sendable () -> Void)?
    /// Of the head that was decoded last, for the meter.
    private var framing: BodyFraming?
    /// And the bytes that its body may have.
    private(set) var framingLimit = Int.max

    init(
        _ channel: any Channel, _ configuration: HTTPServerConfiguration, router: Router, responder: Responder, registry: ConnectionRegistry,
        place: ConnectionRegistry.Place, tracer: Tracer
    ) {
        self.channel = channel
        self.router = router
        self.responder = responder
        self.registry = registry
        self.place = place
        self.tracer = tracer
        executor = .of(channel.eventLoop)
        state = HTTPConnectionState(configuration)
        peer = ClientAddress.Peer(address: channel.remoteAddress?.ipAddress ?? "", proxies: configuration.trustedProxies)
    }

    // MARK: Events of the channel

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        state.opened(isDraining: registry.isDraining, at: .now())
        let tick = state.configuration.tick
        timer = context.eventLoop.scheduleRepeatedTask(initialDelay: tick, delay: tick) { [weak self] _ in
            guard let self else { return }
            perform(state.tick(at: .now()))
        }
        context.fireChannelActive()
        context.read()
    }

    func channelInactive(context: ChannelHandlerContext) {
        // Nobody is left to answer, and no deadline runs any more: it must not go on holding what it holds.
        _ = state.close()
        giveUp()
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        guard case .head(let head) = part else {
            if state.isReading { take(part) } else { state.wait(part) }
            return
        }
        let fields = RequestFields(head)
        (framing, framingLimit) = ((try? fields.framing(head.version)) ?? BodyFraming.none, .max)
        if state.isReading { framingLimit = begin(head, fields) } else { state.wait(part) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        perform(state.readCompleted(at: .now()))
        readOn()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError || error is ByteToMessageDecoderError else { return perform(state.close()) }
        perform(state.inputFailed(RequestFields.malformed("It cannot be read; the connection is closed."), at: .now()))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is DrainEvent {
            perform(state.drain())
            whenDraining?()
        } else if case ChannelEvent.inputClosed? = event as? ChannelEvent {
            perform(state.inputClosed())
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: Events of the meter

    /// Whether what comes next is to be decoded at all.
    func listens(to bytes: Int) -> Bool {
        let (isHeard, action) = state.listens(to: bytes)
        perform(action)
        return isHeard
    }

    func willDecodeHead(bytes: Int) { state.headGrew(by: bytes, at: .now()) }

    func takeFraming() -> BodyFraming? {
        defer { framing = nil }
        return framing
    }

    func framingFailed(_ fault: RequestMeter.Fault) {
        let problem =
            switch fault {
            case .tooLong: Problem.tooLarge(limit: state.bodyLimit ?? framingLimit)
            case .chunkLine: RequestFields.malformed("A chunk begins with its size; its line may have \(RequestMeter.longestLine) bytes.")
            case .wasteful: RequestFields.malformed("Its chunks or trailers are much longer than what they carry.")
            }
        perform(state.inputFailed(problem, at: .now()))
    }

    // MARK: Reading

    var isBodyFull: Bool { upload?.isFull ?? false }

    func readOn() { perform(state.readOn(isBodyFull: isBodyFull, at: .now())) }

    /// What came while it could not be taken.
    func goOn() {
        while let part = state.nextWaiting() { take(part) }
        perform(state.settle(isBodyFull: isBodyFull, at: .now()))
    }

    private func take(_ part: HTTPServerRequestPart) {
        switch part {
        case .head(let head): _ = begin(head, RequestFields(head))
        case .body(let piece): perform(state.body(piece, at: .now()))
        case .end: perform(state.end(at: .now()))
        }
    }

    /// The bytes that the request's body may have.
    private func begin(_ head: HTTPRequestHead, _ fields: RequestFields) -> Int {
        let started = NIODeadline.now()
        let exchange = Exchange(
            head: fields.hasLongRows ? head.withoutLongRows : head, match: router.match(HTTPMethod(head.method), path: Self.path(of: head.uri)),
            origin: fields.origin, started: started, issuer: state.configuration.issuer, tracer: tracer)
        var request = IncomingRequest(exchange: exchange, startedAt: started, state.configuration)
        var fault: Problem?
        do { try request.read(fields, headLimit: state.configuration.headLimit) } catch { fault = responder.errors.problem(for: error, exchange) }
        if fault == nil { fault = refusal(of: exchange) }
        (self.exchange, self.request) = (exchange, request)
        // After a request to upgrade the decoder reads no further: unless it is upgraded, the connection ends. One beyond the bound is for one request.
        let keepsAlive = head.isKeepAlive && !fields.asksToUpgrade && place == .everything
        perform(state.head(request.expected, keepsAlive: keepsAlive, fault: fault, at: started))
        return request.expected.limit
    }

    /// Of what comes on a connection beyond the bound and is no probe.
    private func refusal(of exchange: Exchange) -> Problem? {
        guard place == .probes, !exchange.isOfProbe else { return nil }
        HTTPServer.refused.add()
        return .unavailable(retryAfter: 1)
    }

    /// The path without query; of an absolute-form target (RFC 9112, section 3.2.2) what follows the authority.
    static func path(of uri: String) -> Substring {
        var path = uri[...]
        if let mark = path.utf8.firstIndex(of: UInt8(ascii: "?")) { path = path[..<mark] }
        // By bytes: with an accent behind it a slash is another character.
        let scheme = path.utf8.prefix(7)
        guard scheme.first != UInt8(ascii: "/"), scheme.allSatisfy({ $0 < 0x80 }), Substring(scheme).lowercased() == "http://" else { return path }
        let authority = path.utf8.dropFirst(7)
        return authority.firstIndex(of: UInt8(ascii: "/")).map { path[$0...] } ?? "/"
    }

    // MARK: Doing

    func perform(_ action: HTTPConnectionState.Action) {
        switch action {
        case .nothing: break
        case .read: context?.read()
        case .admit: admit()
        case .receive(let saysContinue): if saysContinue { writeContinue() }
        case .upload(let saysContinue):
            if saysContinue { writeContinue() }
            beginUpload()
        case .keep(let piece): if let problem = request?.keep(piece) { perform(state.refuse(problem, at: .now())) }
        case .handOn(let piece): upload?.append(piece)
        case .endUpload:
            upload?.finish()
            upload = nil
        case .handle: handle()
        case .discard: request = nil
        case .refuse(let problem, let keepsAlive): refuse(problem, keepsAlive: keepsAlive)
        case .proceed:
            (exchange, work) = (nil, nil)
            goOn()
        case .linger:
            channel.close(mode: .output, promise: nil)
            readOn()
        case .close:
            giveUp()
            channel.close(promise: nil)
        }
    }

    /// Its task hears that nobody waits for it, and what it holds goes back.
    func giveUp() {
        breakOffUpload()
        work?.cancel()
        request = nil
    }

    func breakOffUpload() {
        upload?.breakOff()
        upload = nil
    }
}

import NIOCore
import NIOWebSocket
import Telemetry

/// The wire side of a `WebSocket`: frames in and out, pings, deadlines, the closing handshake. Reads from the peer only while
/// the handler's inbox has room, and keeps at most one message on its way out.
///
/// @unchecked Sendable: every member is touched on the channel's event loop only; the body's task comes back through `execute`.
final class WebSocketHandler: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// From the `WebSocket`, by the channel's pipeline.
    enum Signal: Sendable {
        case send(ByteBuffer, EventLoopPromise<Void>)
        /// A message was taken out of the inbox.
        case taken
    }

    private enum Phase { case open, closing, closed }

    private let socket: WebSocket
    private let channel: any Channel
    private let settings: WebSocketSettings
    private let share: BodyBudget.Share
    private let body: @Sendable (WebSocket) async -> WebSocketClose
    private var context: ChannelHandlerContext?
    private var task: Task<Void, Never>?
    private var timer: RepeatedTask?
    private var phase = Phase.open
    private var reader: FrameReader
    private var assembler: MessageAssembler
    private var limits: FrameLimits
    private var isPaused = false
    /// After a fault nothing that comes can be understood.
    private var isDeaf = false
    private var lastHeard = NIODeadline.now()
    private var hasPinged = false
    private var writeDeadline: NIODeadline?
    private var closeDeadline = NIODeadline.distantFuture
    private var isPonging = false
    private var nextPong: ByteBuffer?

    init(
        _ socket: WebSocket, _ channel: any Channel, _ settings: WebSocketSettings, _ share: BodyBudget.Share,
        _ body: @escaping @Sendable (WebSocket) async -> WebSocketClose
    ) {
        self.socket = socket
        self.channel = channel
        self.settings = settings
        self.share = share
        self.body = body
        reader = FrameReader(most: settings.mostBytes)
        assembler = MessageAssembler(most: settings.mostBytes)
        limits = FrameLimits(settings, now: .now())
    }

    // MARK: Events of the channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        WebSocketMetrics.opened.add()
        let shortest = min(settings.pingInterval, settings.idleDeadline, settings.writeDeadline, settings.closeDeadline)
        let tick = TimeAmount(shortest / 4)
        timer = context.eventLoop.scheduleRepeatedTask(initialDelay: tick, delay: tick) { [weak self] _ in self?.checkDeadlines() }
        let (socket, body, eventLoop) = (socket, body, context.eventLoop)
        task = Task {
            let close = await body(socket)
            eventLoop.execute { self.begin(close) }
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastHeard = .now()
        hasPinged = false
        guard !isDeaf else { return }
        reader.append(unwrapInboundIn(data))
        process()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        readOn()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let signal as Signal:
            switch signal {
            case .send(let text, let promise): send(text, promise)
            case .taken: resume()
            }
            return
        case is DrainEvent: begin(.goingAway)
        case ChannelEvent.inputClosed: channel.close(promise: nil)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { channel.close(promise: nil) }

    // MARK: Reading

    private func readOn() {
        if phase != .closed, !isPaused { context?.read() }
    }

    private func resume() {
        // Less than before always fits.
        try? weigh()
        guard isPaused, socket.hasRoom else { return }
        isPaused = false
        process()
        readOn()
    }

    private func process() {
        do throws(WebSocketClose) {
            while phase != .closed, !isPaused, !isDeaf, let frame = try reader.next() { try take(frame) }
            try weigh()
        } catch {
            isDeaf = true
            begin(error)
        }
    }

    /// What is kept of the peer's bytes, in the budget of all.
    private func weigh() throws(WebSocketClose) {
        let kept = reader.capacity + assembler.capacity + socket.waitingBytes * BodyWeight.perByte
        guard share.set(kept) == .taken else { throw .tryAgainLater("there is no memory for more just now; connect again and resume") }
    }

    private func take(_ frame: FrameReader.Frame) throws(WebSocketClose) {
        try limits.take(frame, at: lastHeard)
        switch frame.opcode {
        case .ping: pong(frame.payload)
        case .pong: break
        case .connectionClose: closed(by: try WebSocketClose.parse(frame.payload))
        default:
            guard phase == .open, let text = try assembler.take(frame) else { return }
            isPaused = !socket.received(text)
        }
    }

    // MARK: Writing

    private func send(_ text: ByteBuffer, _ promise: EventLoopPromise<Void>) {
        guard phase == .open else { return promise.fail(WebSocket.Gone()) }
        writeDeadline = .now() + TimeAmount(settings.writeDeadline)
        promise.futureResult.whenComplete { _ in self.writeDeadline = nil }
        write(.text, text, promise)
    }

    private func write(_ opcode: WebSocketOpcode, _ payload: ByteBuffer, _ promise: EventLoopPromise<Void>?) {
        guard let context else {
            promise?.fail(WebSocket.Gone())
            return
        }
        let count = payload.readableBytes
        let isSmall = count <= 16 << 10
        var buffer = context.channel.allocator.buffer(capacity: isSmall ? count + 10 : 10)
        buffer.writeInteger(0x80 | UInt8(webSocketOpcode: opcode))
        switch count {
        case ...125: buffer.writeInteger(UInt8(count))
        case ...0xFFFF:
            buffer.writeInteger(UInt8(126))
            buffer.writeInteger(UInt16(count))
        default:
            buffer.writeInteger(UInt8(127))
            buffer.writeInteger(UInt64(count))
        }
        if isSmall {
            buffer.writeImmutableBuffer(payload)
            context.writeAndFlush(wrapOutboundOut(buffer), promise: promise)
        } else {
            context.write(wrapOutboundOut(buffer), promise: nil)
            context.writeAndFlush(wrapOutboundOut(payload), promise: promise)
        }
    }

    /// One answer on its way at a time; of several pings that wait the latest is answered, which section 5.5.3 allows.
    private func pong(_ payload: ByteBuffer) {
        guard phase == .open else { return }
        guard !isPonging else {
            nextPong = payload
            return
        }
        isPonging = true
        let promise = channel.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { _ in
            self.isPonging = false
            guard let next = self.nextPong else { return }
            self.nextPong = nil
            self.pong(next)
        }
        write(.pong, payload, promise)
    }

    // MARK: Ending

    /// Our side of the closing handshake; the peer has a little time for its own.
    private func begin(_ close: WebSocketClose) {
        guard phase == .open else { return }
        phase = .closing
        closeDeadline = .now() + TimeAmount(settings.closeDeadline)
        WebSocketMetrics.closed("us", String(close.code)).add()
        stopBody()
        var payload = ByteBuffer()
        close.write(into: &payload)
        write(.connectionClose, payload, nil)
        // What the handler did not take is not read any more.
        isPaused = false
        process()
        readOn()
    }

    private func closed(by close: WebSocketClose?) {
        let wasOpen = phase == .open
        phase = .closed
        stopBody()
        guard wasOpen else {
            channel.close(promise: nil)
            return
        }
        // Their code is theirs to choose, and so no label.
        WebSocketMetrics.closed("peer", "-").add()
        var payload = ByteBuffer()
        if let close { WebSocketClose(code: close.code, reason: "").write(into: &payload) }
        let promise = channel.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { _ in self.channel.close(promise: nil) }
        write(.connectionClose, payload, promise)
        // Should the peer not take even this.
        closeDeadline = .now() + TimeAmount(settings.closeDeadline)
    }

    private func stopBody() {
        socket.end()
        task?.cancel()
    }

    private func end() {
        if phase == .open { WebSocketMetrics.closed("loss", "-").add() }
        phase = .closed
        timer?.cancel()
        stopBody()
    }

    private func checkDeadlines() {
        let now = NIODeadline.now()
        if let writeDeadline, writeDeadline <= now {
            WebSocketMetrics.slow.add()
            channel.close(promise: nil)
        } else if closeDeadline <= now || now - lastHeard >= TimeAmount(settings.idleDeadline), !isPaused || phase != .open {
            channel.close(promise: nil)
        } else if phase == .open, !hasPinged, now - lastHeard >= TimeAmount(settings.pingInterval) {
            hasPinged = true
            write(.ping, ByteBuffer(), nil)
        }
    }
}

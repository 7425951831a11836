import NIOCore
import NIOWebSocket
import Telemetry

/// The wire side of a `WebSocket`: tells its state what the channel, the handler's task and the clock bring, and does what that decides.
/// Keeps at most one message on its way out.
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

    private let socket: WebSocket
    private let channel: any Channel
    private let settings: WebSocketSettings
    private let share: BodyBudget.Share
    private let body: @Sendable (WebSocket) async -> WebSocketClose
    private var state: WebSocketState
    private var context: ChannelHandlerContext?
    private var task: Task<Void, Never>?
    private var timer: RepeatedTask?

    init(
        _ socket: WebSocket, _ channel: any Channel, _ settings: WebSocketSettings, _ share: BodyBudget.Share,
        _ body: @escaping @Sendable (WebSocket) async -> WebSocketClose
    ) {
        self.socket = socket
        self.channel = channel
        self.settings = settings
        self.share = share
        self.body = body
        state = WebSocketState(settings, now: .now())
    }

    // MARK: Events of the channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        WebSocketMetrics.opened.add()
        let shortest = min(settings.pingInterval, settings.idleDeadline, settings.writeDeadline, settings.closeDeadline)
        let tick = TimeAmount(shortest / 4)
        timer = context.eventLoop.scheduleRepeatedTask(initialDelay: tick, delay: tick) { [weak self] _ in
            guard let self else { return }
            perform(state.tick(at: .now()))
        }
        let (socket, body, eventLoop) = (socket, body, context.eventLoop)
        task = Task {
            let close = await body(socket)
            eventLoop.execute { self.close(close) }
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
        state.received(unwrapInboundIn(data), at: .now())
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
            case .taken: taken()
            }
            return
        case is DrainEvent: close(.goingAway)
        case ChannelEvent.inputClosed: channel.close(promise: nil)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { channel.close(promise: nil) }

    // MARK: Reading

    private func readOn() {
        if state.isReading { context?.read() }
    }

    private func process() {
        let now = NIODeadline.now()
        while let action = state.next(at: now) { perform(action) }
        if !weigh() { perform(state.noRoom(at: now)) }
    }

    /// What is kept of the peer's bytes, in the budget of all; false when it does not fit.
    private func weigh() -> Bool { share.set(state.kept + socket.waitingBytes * BodyWeight.perByte) == .taken }

    private func taken() {
        // Less than before always fits.
        _ = weigh()
        guard state.resume(hasRoom: socket.hasRoom, at: .now()) else { return }
        process()
        readOn()
    }

    // MARK: Ending

    private func close(_ close: WebSocketClose) {
        guard let action = state.close(close, at: .now()) else { return }
        perform(action)
        // What the handler did not take is not read any more.
        process()
        readOn()
    }

    private func end() {
        timer?.cancel()
        perform(state.gone())
        stopBody()
    }

    private func stopBody() {
        socket.end()
        task?.cancel()
    }

    // MARK: Doing

    private func perform(_ action: WebSocketState.Action?) {
        switch action {
        case nil: break
        case .handOn(let text): state.handedOn(hasRoom: socket.received(text))
        case .ping: write(.ping, ByteBuffer(), nil)
        case .pong(let payload):
            let promise = channel.eventLoop.makePromise(of: Void.self)
            promise.futureResult.whenComplete { _ in self.perform(self.state.ponged()) }
            write(.pong, payload, promise)
        case .close(let close):
            WebSocketMetrics.closed("us", String(close.code)).add()
            stopBody()
            write(.connectionClose, Self.payload(of: close), nil)
        case .answerClose(let close):
            // Their code is theirs to choose, and so no label.
            WebSocketMetrics.closed("peer", "-").add()
            stopBody()
            let promise = channel.eventLoop.makePromise(of: Void.self)
            promise.futureResult.whenComplete { _ in self.channel.close(promise: nil) }
            write(.connectionClose, Self.payload(of: close), promise)
        case .lost: WebSocketMetrics.closed("loss", "-").add()
        case .cut(let isSlow):
            if isSlow { WebSocketMetrics.slow.add() }
            channel.close(promise: nil)
        }
    }

    private func send(_ text: ByteBuffer, _ promise: EventLoopPromise<Void>) {
        guard state.send(at: .now()) else { return promise.fail(WebSocket.Gone()) }
        promise.futureResult.whenComplete { _ in self.state.sent() }
        write(.text, text, promise)
    }

    private static func payload(of close: WebSocketClose?) -> ByteBuffer {
        var payload = ByteBuffer()
        close?.write(into: &payload)
        return payload
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
}

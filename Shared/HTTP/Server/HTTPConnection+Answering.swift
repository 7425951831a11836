import NIOCore
import NIOHTTP1

extension HTTPConnection {
    /// From the request's task: hands the response to the event loop. `serial` keeps an answer that comes after its deadline
    /// from being sent as that of another request.
    func send(_ response: Response, _ exchange: Exchange, _ serial: Int) async {
        guard let stream = response.stream, exchange.head.method != .HEAD else {
            channel.eventLoop.execute { self.respond(response, serial) }
            return
        }
        do {
            try await onLoop { promise in self.beginStream(response, serial, promise) }
            try await stream.produce { piece in
                try await self.onLoop { promise in self.writePiece(ByteBuffer(bytes: piece), serial, promise) }
            }
            channel.eventLoop.execute { self.endStream(serial) }
        } catch {
            channel.eventLoop.execute {
                if self.serial == serial { self.close() }
            }
        }
    }

    private func onLoop(_ body: @escaping @Sendable (EventLoopPromise<Void>) -> Void) async throws {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        channel.eventLoop.execute { body(promise) }
        try await promise.futureResult.get()
    }

    private func isWaiting(for serial: Int) -> Bool {
        guard serial == self.serial else { return false }
        switch state {
        case .handling: return true
        case .uploading(let upload):
            // Answered before the body was whole: what still comes of it is not another request.
            upload.stream.breakOff()
            wantsKeepAlive = false
            return true
        default: return false
        }
    }

    private func respond(_ response: Response, _ serial: Int) {
        guard isWaiting(for: serial), let exchange else { return }
        if let upgrade = response.upgrade {
            leaveHTTP(response, upgrade, exchange)
        } else if exchange.head.method == .GET, response.body.count > BodyBudget.small {
            answerLarge(response, exchange)
        } else {
            answer(response, exchange, keepAlive: mayKeepAlive)
        }
    }

    /// A long page that its client does not take would lie here until the deadline: it is in the budget, too. What has had an effect is
    /// always answered as it was.
    private func answerLarge(_ response: Response, _ exchange: Exchange) {
        let share = responder.bodies.share()
        if share.set(response.body.count) == .taken {
            answer(response, exchange, keepAlive: mayKeepAlive, holding: share)
        } else {
            answer(exchange.response(for: BodyBudget.refusal()), exchange, keepAlive: mayKeepAlive)
        }
    }

    var mayKeepAlive: Bool { wantsKeepAlive && !isDraining && !isInputClosed && inputFault == nil }

    func answer(_ response: Response, _ exchange: Exchange, keepAlive: Bool, holding share: BodyBudget.Share? = nil) {
        state = .writing
        setDeadline(configuration.writeDeadline)
        let promise = channel.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { result in
            withExtendedLifetime(share) {}
            switch result {
            case .success where keepAlive: self.next()
            case .success: self.finishAfterResponse()
            case .failure: self.close()
            }
        }
        channel.writeAndFlush(encode(response, exchange.head, requestID: exchange.requestID, keepAlive: keepAlive), promise: promise)
    }

    private func encode(_ response: Response, _ head: HTTPRequestHead, requestID: String, keepAlive: Bool) -> ByteBuffer {
        let framing = ResponseEncoder.framing(of: response, version: head.version)
        var buffer = channel.allocator.buffer(capacity: 512 + response.body.count)
        ResponseEncoder.writeHead(response, framing: framing, requestID: requestID, keepAlive: keepAlive, version: head.version, into: &buffer)
        if case .length = framing, head.method != .HEAD { buffer.writeBytes(response.body) }
        return buffer
    }

    /// The response is out and the connection lives on: what waited is taken in, else more is read.
    private func next() {
        guard case .writing = state else { return }
        state = .idle
        (exchange, work) = (nil, nil)
        setDeadline(headBytes == 0 ? configuration.idleDeadline : configuration.headDeadline)
        takeWaiting()
        if case .idle = state {
            if let inputFault { return refuse(inputFault) }
            if headBytes > configuration.headLimit { return refuse(headTooLarge) }
            if isInputClosed || (isDraining && headBytes == 0) { return close() }
        }
        if isReadPaused { readOn() }
    }

    private func finishAfterResponse() {
        guard case .writing = state else { return }
        linger()
    }

    // MARK: Refusing

    /// Answers without reading the rest of the request, then ends the connection.
    func refuse(_ problem: Problem) {
        serial += 1
        cancelTask()
        waiting.removeAll()
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
        let exchange = self.exchange ?? Exchange(head: head, match: .notFound, started: .now(), tracer: tracer)
        exchange.record(status: problem.status)
        answer(exchange.response(for: problem), exchange, keepAlive: false)
    }

    /// Closing at once would reset the connection while the client still sends, and lose the answer (RFC 9112, section 9.6):
    /// we end our side and read on, for a little while and a few bytes, which go nowhere.
    private func linger() {
        state = .lingering
        setDeadline(configuration.discardDeadline)
        channel.close(mode: .output, promise: nil)
        if isInputClosed { close() } else { readOn() }
    }

    func close() {
        if case .closed = state { return }
        cancelTask()
        state = .closed
        channel.close(promise: nil)
    }

    func cancelTask() {
        if case .uploading(let upload) = state { upload.stream.breakOff() }
        work?.cancel()
    }

    // MARK: Deadlines

    func setDeadline(_ duration: Duration) { deadline = .now() + TimeAmount(duration) }

    func checkDeadline() {
        guard deadline <= .now() else { return }
        switch state {
        case .idle where headBytes == 0: close()
        case .uploading(let upload) where upload.stream.isFull: refuse(.deadline)
        case .idle, .receiving, .uploading:
            let detail = "A request has to arrive within its time; the connection is closed."
            refuse(Problem(.requestTimeout, "request-timeout", title: "The request came too slowly", detail: detail))
        case .admitting: refuse(.unavailable(retryAfter: 1))
        case .discarding(let discard): refuse(discard.problem)
        case .handling: refuse(.deadline)
        case .writing, .streaming, .lingering: close()
        case .leaving, .closed: break
        }
    }

    // MARK: Streams

    private func beginStream(_ response: Response, _ serial: Int, _ promise: EventLoopPromise<Void>) {
        guard isWaiting(for: serial), let exchange else { return promise.fail(ChannelError.ioOnClosedChannel) }
        let framing = ResponseEncoder.framing(of: response, version: exchange.head.version)
        if framing == .untilClose { wantsKeepAlive = false }
        wantsKeepAlive = mayKeepAlive
        state = .streaming(framing, remaining: response.stream?.length)
        setDeadline(configuration.writeDeadline)
        channel.writeAndFlush(encode(response, exchange.head, requestID: exchange.requestID, keepAlive: wantsKeepAlive), promise: promise)
    }

    private func writePiece(_ piece: ByteBuffer, _ serial: Int, _ promise: EventLoopPromise<Void>) {
        guard serial == self.serial, case .streaming(let framing, var remaining) = state, framing != .none else {
            return promise.fail(ChannelError.ioOnClosedChannel)
        }
        let count = piece.readableBytes
        guard count > 0 else { return promise.succeed() }
        if let left = remaining {
            guard count <= left else { return promise.fail(ChannelError.operationUnsupported) }
            remaining = left - count
        }
        state = .streaming(framing, remaining: remaining)
        setDeadline(configuration.writeDeadline)
        if framing == .chunked {
            channel.write(ByteBuffer(string: String(count, radix: 16) + "\r\n"), promise: nil)
            channel.write(piece, promise: nil)
            channel.writeAndFlush(ByteBuffer(staticString: "\r\n"), promise: promise)
        } else {
            channel.writeAndFlush(piece, promise: promise)
        }
    }

    private func endStream(_ serial: Int) {
        guard serial == self.serial, case .streaming(let framing, let remaining) = state else { return }
        // A body shorter than its announced length: the client can only learn it from a broken connection.
        guard remaining == nil || remaining == 0 else { return close() }
        state = .writing
        let promise = channel.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { _ in
            if self.wantsKeepAlive { self.next() } else { self.finishAfterResponse() }
        }
        channel.writeAndFlush(framing == .chunked ? ByteBuffer(staticString: "0\r\n\r\n") : ByteBuffer(), promise: promise)
    }

    // MARK: Leaving HTTP

    private func leaveHTTP(_ response: Response, _ upgrade: ProtocolUpgrade, _ exchange: Exchange) {
        state = .leaving
        timer?.cancel()
        let (channel, pipeline, bodies) = (channel, channel.pipeline, responder.bodies)
        let buffer = encode(response, exchange.head, requestID: exchange.requestID, keepAlive: true)
        channel.writeAndFlush(buffer).flatMap {
            // The protocol's handlers come in before the decoder leaves, as the last, so that its left-over bytes reach them.
            upgrade.start(channel, bodies)
        }.flatMap {
            pipeline.removeHandler(name: Self.connectionName)
        }.flatMap {
            pipeline.removeHandler(name: Self.meterName)
        }.flatMap {
            pipeline.removeHandler(name: Self.decoderName)
        }.whenComplete { result in
            // The protocol's handlers came too late to hear that the client has ended its side: there is nobody to talk with.
            if case .success = result, !self.isInputClosed { channel.read() } else { channel.close(promise: nil) }
        }
    }
}

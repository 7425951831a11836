import NIOCore
import NIOHTTP1

extension HTTPConnection {
    /// From the request's task: hands the response to the event loop.
    func send(_ response: Response, _ exchange: Exchange, _ serial: Int) async {
        guard let stream = response.stream, exchange.head.method != .HEAD else {
            // A task is nearly always on the loop itself, in a turn of its own and in no event of the channel. What begins by the answer, a request that waited or
            // another protocol, is not to begin inside this one's task: it would have its trace, and find what this one holds still held.
            if channel.eventLoop.inEventLoop, response.upgrade == nil, !state.hasWaiting { return respond(response, serial) }
            return channel.eventLoop.execute { self.respond(response, serial) }
        }
        do {
            try await onLoop { promise in self.beginStream(response, serial, promise) }
            try await stream.produce { piece in
                try await self.onLoop { promise in self.writePiece(ByteBuffer(bytes: piece), serial, promise) }
            }
            channel.eventLoop.execute { self.endStream(serial) }
        } catch {
            channel.eventLoop.execute { self.perform(self.state.streamFailed(serial)) }
        }
    }

    private func onLoop(_ body: @escaping @Sendable (EventLoopPromise<Void>) -> Void) async throws {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        channel.eventLoop.execute { body(promise) }
        try await promise.futureResult.get()
    }

    // MARK: Whole answers

    private func respond(_ response: Response, _ serial: Int) {
        guard let exchange, case .write(let keepsAlive) = state.answer(response.upgrade == nil ? .whole : .upgrade, serial, at: .now()) else { return }
        breakOffUpload()
        if let upgrade = response.upgrade {
            leaveHTTP(response, upgrade, exchange)
        } else {
            write(response, exchange, keepsAlive: keepsAlive)
        }
    }

    func refuse(_ problem: Problem, keepsAlive: Bool) {
        giveUp()
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
        let exchange = self.exchange ?? Exchange(head: head, match: .notFound(nil), started: .now(), issuer: state.configuration.issuer, tracer: tracer)
        // First, since the log's line says which problem it was.
        let response = exchange.response(for: problem)
        exchange.record(status: problem.status)
        write(response, exchange, keepsAlive: keepsAlive)
    }

    /// A long answer that its client does not take would lie here until the deadline: so long it is in the budget.
    private func write(_ response: Response, _ exchange: Exchange, keepsAlive: Bool) {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { [share = response.share] result in
            withExtendedLifetime(share) {}
            self.written(result)
        }
        channel.writeAndFlush(encode(response, exchange, keepsAlive: keepsAlive), promise: promise)
    }

    private func written(_ result: Result<Void, any Error>) {
        switch result {
        case .success: perform(state.written(at: .now()))
        case .failure: perform(state.close())
        }
    }

    private func encode(_ response: Response, _ exchange: Exchange, keepsAlive: Bool) -> ByteBuffer {
        let head = exchange.head
        let framing = ResponseEncoder.framing(of: response, version: head.version)
        var buffer = channel.allocator.buffer(capacity: 512 + response.body.count)
        ResponseEncoder.writeHead(
            response, framing: framing, requestID: exchange.requestID, reader: responder.origins.reader(exchange.origin, of: exchange.match),
            keepAlive: keepsAlive, version: head.version, into: &buffer)
        if case .length = framing, head.method != .HEAD { buffer.writeBytes(response.body) }
        return buffer
    }

    // MARK: Streams

    private func beginStream(_ response: Response, _ serial: Int, _ promise: EventLoopPromise<Void>) {
        guard let exchange else { return promise.fail(ChannelError.ioOnClosedChannel) }
        let framing = ResponseEncoder.framing(of: response, version: exchange.head.version)
        guard
            case .write(let keepsAlive) = state.answer(
                .stream(framing, length: response.stream?.length, patience: response.stream?.endless?.writeDeadline), serial, at: .now())
        else {
            return promise.fail(ChannelError.ioOnClosedChannel)
        }
        breakOffUpload()
        if let endless = response.stream?.endless {
            whenDraining = endless.whenDraining
            if state.isDraining { endless.whenDraining() }
        }
        promise.futureResult.whenSuccess { self.state.pieceTaken(serial) }
        channel.writeAndFlush(encode(response, exchange, keepsAlive: keepsAlive), promise: promise)
    }

    private func writePiece(_ piece: ByteBuffer, _ serial: Int, _ promise: EventLoopPromise<Void>) {
        promise.futureResult.whenSuccess { self.state.pieceTaken(serial) }
        switch state.piece(of: piece.readableBytes, serial, at: .now()) {
        case .late: promise.fail(ChannelError.ioOnClosedChannel)
        case .tooLong: promise.fail(ChannelError.operationUnsupported)
        case .nothing: promise.succeed()
        case .write(isChunk: true):
            channel.write(ByteBuffer(string: String(piece.readableBytes, radix: 16) + "\r\n"), promise: nil)
            channel.write(piece, promise: nil)
            channel.writeAndFlush(ByteBuffer(staticString: "\r\n"), promise: promise)
        case .write(isChunk: false): channel.writeAndFlush(piece, promise: promise)
        }
    }

    private func endStream(_ serial: Int) {
        whenDraining = nil
        switch state.endStream(serial, at: .now()) {
        case .late: break
        case .breakOff: perform(state.close())
        case .write(let isChunked):
            let promise = channel.eventLoop.makePromise(of: Void.self)
            promise.futureResult.whenComplete { self.written($0) }
            channel.writeAndFlush(isChunked ? ByteBuffer(staticString: "0\r\n\r\n") : ByteBuffer(), promise: promise)
        }
    }

    // MARK: Leaving HTTP

    private func leaveHTTP(_ response: Response, _ upgrade: ProtocolUpgrade, _ exchange: Exchange) {
        timer?.cancel()
        let (channel, pipeline, bodies) = (channel, channel.pipeline, responder.bodies)
        channel.writeAndFlush(encode(response, exchange, keepsAlive: true)).flatMap {
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
            guard case .success = result, !self.state.isInputClosed else { return channel.close(promise: nil) }
            channel.read()
            // Nor did they hear that the server stops, where that began while the client was let in.
            if self.state.isDraining { channel.pipeline.fireUserInboundEventTriggered(DrainEvent()) }
        }
    }
}

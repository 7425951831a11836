import NIOCore

// Streamed routes: the handler's task begins with the head, and the body is handed on as it comes.
extension HTTPConnection {
    func beginUpload(_ exchange: Exchange, _ bodyLimit: Int) {
        serial += 1
        let (serial, peer, responder, eventLoop) = (serial, peer, responder, channel.eventLoop)
        // Strong: the stream lives as long as its task, which holds the connection anyway.
        let stream = RequestBodyStream { eventLoop.execute { self.resumeUpload(serial) } }
        let latest = NIODeadline.now() + TimeAmount(configuration.bodyDeadline + .seconds(bodyLimit / (64 << 10)))
        work = Task {
            await TraceContext.$current.withValue(exchange.trace) {
                let response = await responder.respond(to: exchange, body: [], stream: stream, peer: peer)
                exchange.record(status: response.status)
                await self.send(response, exchange, serial)
            }
        }
        state = .uploading(Upload(exchange: exchange, stream: stream, bodyLimit: bodyLimit, latest: latest))
        awaitUpload()
    }

    func pass(_ piece: ByteBuffer) {
        guard case .uploading(var upload) = state else { return }
        upload.bytes += piece.readableBytes
        guard upload.bytes <= upload.bodyLimit else {
            refuse(overflow(upload.exchange, upload.bodyLimit))
            return
        }
        state = .uploading(upload)
        awaitUpload()
        upload.stream.append(piece)
    }

    func finishUpload() {
        guard case .uploading(let upload) = state else { return }
        upload.stream.finish()
        setDeadline(configuration.requestDeadline)
        state = .handling
    }

    /// A client has to go on sending, and to be done at some time.
    private func awaitUpload() {
        guard case .uploading(let upload) = state else { return }
        setDeadline(configuration.bodyDeadline)
        deadline = min(deadline, upload.latest)
    }

    private func resumeUpload(_ serial: Int) {
        guard serial == self.serial, case .uploading = state, isReadPaused else { return }
        awaitUpload()
        readOn()
    }
}

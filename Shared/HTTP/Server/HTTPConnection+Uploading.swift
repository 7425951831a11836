import NIOCore
import Telemetry

// Streamed routes: the handler's task begins once the caller is known, and the body is handed on as it comes.
extension HTTPConnection {
    /// A body that is handed on as it comes.
    struct Upload {
        let exchange: Exchange
        let stream: RequestBodyStream
        let bodyLimit: Int
        var due: BodyDeadline
        var bytes = 0
    }

    func beginUpload(_ request: IncomingRequest) {
        serial += 1
        let (serial, peer, responder, eventLoop, exchange) = (serial, peer, responder, channel.eventLoop, request.exchange)
        // Strong: the stream lives as long as its task, which holds the connection anyway.
        let stream = RequestBodyStream { eventLoop.execute { self.resumeUpload(serial) } }
        work = Task {
            await TraceContext.$current.withValue(exchange.trace) {
                let response = await responder.respond(to: exchange, caller: request.caller, body: [], stream: stream, peer: peer)
                exchange.record(status: response.status)
                await self.send(response, exchange, serial)
            }
            withExtendedLifetime(request.holding) {}
        }
        deadline = request.due.due
        state = .uploading(Upload(exchange: exchange, stream: stream, bodyLimit: request.bodyLimit, due: request.due))
    }

    func pass(_ piece: ByteBuffer) {
        guard case .uploading(var upload) = state else { return }
        upload.bytes += piece.readableBytes
        guard upload.bytes <= upload.bodyLimit else {
            refuse(overflow(upload.exchange, upload.bodyLimit))
            return
        }
        upload.due.received(piece.readableBytes, at: .now())
        deadline = upload.due.due
        state = .uploading(upload)
        upload.stream.append(piece)
    }

    func finishUpload() {
        guard case .uploading(let upload) = state else { return }
        upload.stream.finish()
        setDeadline(configuration.requestDeadline)
        state = .handling
    }

    private func resumeUpload(_ serial: Int) {
        guard serial == self.serial, case .uploading(var upload) = state, isReadPaused else { return }
        upload.due.resume(at: .now())
        deadline = upload.due.due
        state = .uploading(upload)
        readOn()
    }
}

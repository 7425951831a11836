import Foundation
import NIOCore
import NIOHTTP1

/// A connection of the client's pool: one request at a time.
struct HTTPClientConnection: Sendable {
    let channel: any Channel

    var isActive: Bool { channel.isActive }

    func close() { channel.close(promise: nil) }

    /// The response, and whether the connection may be used again.
    func send(_ head: HTTPRequestHead, _ body: [UInt8], _ latest: NIODeadline) async throws -> (HTTPClient.Response, isReusable: Bool) {
        let promise = channel.eventLoop.makePromise(of: HTTPClientHandler.Outcome.self)
        let job = HTTPClientHandler.Job(head: head, body: body, deadline: latest, promise: promise)
        // A channel that closed since has no handler left to fail the job.
        let written = channel.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenFailure { _ in promise.fail(HTTPClientError.closed) }
        channel.write(job, promise: written)
        return try await promise.futureResult.get()
    }
}

/// Turns a job into request parts, and the response's parts into its outcome.
final class HTTPClientHandler: ChannelDuplexHandler {
    typealias Outcome = (HTTPClient.Response, isReusable: Bool)

    struct Job: Sendable {
        let head: HTTPRequestHead
        let body: [UInt8]
        let deadline: NIODeadline
        let promise: EventLoopPromise<Outcome>
    }

    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = Job
    typealias OutboundOut = HTTPClientRequestPart

    private let mostBytes: Int
    private var job: Job?
    private var timer: Scheduled<Void>?
    private var response: HTTPClient.Response?
    private var isReusable = false

    init(mostBytes: Int) { self.mostBytes = mostBytes }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let job = unwrapOutboundIn(data)
        guard context.channel.isActive, self.job == nil else {
            promise?.fail(HTTPClientError.closed)
            return
        }
        self.job = job
        let channel = context.channel
        let waiting = job.promise
        timer = context.eventLoop.scheduleTask(deadline: job.deadline) {
            waiting.fail(HTTPClientError.deadline)
            channel.close(promise: nil)
        }
        context.write(wrapOutboundOut(.head(job.head)), promise: nil)
        if !job.body.isEmpty { context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: job.body)))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            response = HTTPClient.Response(status: HTTPResponseStatus(head.status), headers: HTTPHeaders(head.headers), body: [])
            isReusable = head.isKeepAlive
        case .body(let piece):
            response?.body.append(contentsOf: piece.readableBytesView)
            if let count = response?.body.count, count > mostBytes { fail(HTTPClientError.tooLarge(limit: mostBytes), context) }
        case .end:
            timer?.cancel()
            if let job, let response { job.promise.succeed((response, isReusable)) }
            (job, response) = (nil, nil)
        }
    }

    /// A kept connection that its server closes just as it is used again may end in a reset.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isReset = (error as? IOError)?.errnoCode == ECONNRESET && response == nil
        fail(isReset ? HTTPClientError.closed : error, context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(HTTPClientError.closed, context)
        context.fireChannelInactive()
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        timer?.cancel()
        job?.promise.fail(error)
        (job, response) = (nil, nil)
        context.close(promise: nil)
    }
}

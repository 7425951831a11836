import Foundation
import NIOCore
import NIOPosix

/// A TCP connection that says exactly what a test wants said, and reads what comes back.
final class RawConnection {
    struct Reply {
        var status: Int
        var headers: [String: String]
        var body: String
    }

    struct Ended: Error {}

    private let channel: any Channel
    private var pieces: AsyncStream<ByteBuffer>.Iterator
    private var buffer = ByteBuffer()

    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        let pieces: AsyncStream<ByteBuffer>.Continuation
        init(_ pieces: AsyncStream<ByteBuffer>.Continuation) { self.pieces = pieces }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) { pieces.yield(unwrapInboundIn(data)) }
        func channelInactive(context: ChannelHandlerContext) { pieces.finish() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    init(port: Int) async throws {
        let (stream, continuation) = AsyncStream<ByteBuffer>.makeStream()
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Collector(continuation)) }
            }
            .connect(host: "127.0.0.1", port: port).get()
        pieces = stream.makeAsyncIterator()
    }

    func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }
    func send(bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }
    func read(_ isReading: Bool) async throws { try await channel.setOption(ChannelOptions.autoRead, value: isReading).get() }
    func endOutput() async throws { try await channel.close(mode: .output) }
    /// Ends it as a client does that has crashed: with a reset.
    func reset() async throws {
        guard let socket = channel as? any SocketOptionProvider else { throw Ended() }
        try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await channel.close().get()
    }

    func close() { channel.close(promise: nil) }

    /// Everything until the peer ends the connection.
    func rest() async -> String {
        while let piece = await pieces.next() { buffer.writeImmutableBuffer(piece) }
        return buffer.readString(length: buffer.readableBytes) ?? ""
    }

    func reply(toHead isHead: Bool = false) async throws -> Reply {
        while true {
            let view = buffer.readableBytesView
            if let end = view.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: view[..<end.lowerBound], as: UTF8.self)
                buffer.moveReaderIndex(to: end.upperBound)
                return try await reply(head, isHead: isHead)
            }
            try await more()
        }
    }

    private func reply(_ head: String, isHead: Bool) async throws -> Reply {
        var lines = head.split(separator: "\r\n").map(String.init)
        let status = Int(lines.removeFirst().split(separator: " ")[1]) ?? 0
        var headers: [String: String] = [:]
        for line in lines {
            let colon = line.firstIndex(of: ":")!
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].drop { $0 == " " }.description
        }
        var body = ""
        if isHead || status < 200 || status == 204 || status == 304 {
            // No body, whatever the headers say.
        } else if let length = headers["content-length"].flatMap({ Int($0) }) {
            body = try await text(length)
        } else if headers["transfer-encoding"] == "chunked" {
            while true {
                let size = Int(try await line(), radix: 16)!
                body += try await text(size)
                _ = try await line()
                if size == 0 { break }
            }
        } else {
            body = await rest()
        }
        return Reply(status: status, headers: headers, body: body)
    }

    private func line() async throws -> String {
        while true {
            if let end = buffer.readableBytesView.firstRange(of: Array("\r\n".utf8)) {
                let text = String(decoding: buffer.readableBytesView[..<end.lowerBound], as: UTF8.self)
                buffer.moveReaderIndex(to: end.upperBound)
                return text
            }
            try await more()
        }
    }

    private func text(_ count: Int) async throws -> String {
        while buffer.readableBytes < count { try await more() }
        return buffer.readString(length: count) ?? ""
    }

    private func more() async throws {
        guard let piece = await pieces.next() else { throw Ended() }
        buffer.writeImmutableBuffer(piece)
    }
}

import Foundation
import NIOCore
import NIOPosix

/// A WebSocket client that can also misbehave: it writes the bytes it is told to, and shows every frame as it came.
package final class RawWebSocket: @unchecked Sendable {  // each is used by one task at a time; only the stream crosses threads
    package struct Frame: Equatable, Sendable {
        package var isFinal: Bool
        package var opcode: UInt8
        package var payload: [UInt8]

        package init(isFinal: Bool, opcode: UInt8, payload: [UInt8]) {
            self.isFinal = isFinal
            self.opcode = opcode
            self.payload = payload
        }

        package var text: String { String(decoding: payload, as: UTF8.self) }
        /// Of a close frame; 1005 when it names none.
        package var closeCode: Int { payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 1005 }
    }

    package struct TookTooLong: Error {}
    package struct Ended: Error {}

    private let channel: any Channel
    private var pieces: AsyncStream<ByteBuffer>.Iterator
    private var buffer = ByteBuffer()
    /// Of the answer to the handshake.
    package private(set) var status = 0
    package private(set) var head = ""

    private final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        let continuation: AsyncStream<ByteBuffer>.Continuation
        init(_ continuation: AsyncStream<ByteBuffer>.Continuation) { self.continuation = continuation }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) { continuation.yield(unwrapInboundIn(data)) }
        func channelInactive(context: ChannelHandlerContext) { continuation.finish() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private init(_ channel: any Channel, _ pieces: AsyncStream<ByteBuffer>) {
        self.channel = channel
        self.pieces = pieces.makeAsyncIterator()
    }

    /// Connects and sends a handshake, with `early` right behind it; `status` is 101 when it was taken. `headers` replace the usual
    /// ones by name.
    package static func connect(port: Int, path: String, headers: [String: String] = [:], early: [UInt8] = []) async throws -> RawWebSocket {
        let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { $0.pipeline.addHandler(Handler(continuation)) }
            .connect(host: "127.0.0.1", port: port).get()
        let socket = RawWebSocket(channel, stream)
        var fields = [
            "Host": "127.0.0.1:\(port)", "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="
        ]
        fields.merge(headers) { $1 }
        let lines = fields.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }.joined()
        try await socket.write(Array("GET \(path) HTTP/1.1\r\n\(lines)\r\n".utf8) + early)
        try await socket.readHead()
        return socket
    }

    private func readHead() async throws {
        while true {
            let text = String(decoding: buffer.readableBytesView, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                head = String(text[..<end.lowerBound])
                buffer.moveReaderIndex(forwardBy: text[..<end.upperBound].utf8.count)
                status = Int(head.split(separator: " ")[1]) ?? 0
                return
            }
            guard try await readMore() else { throw Ended() }
        }
    }

    // MARK: Writing

    package func write(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

    package func send(_ text: String) async throws { try await send(opcode: 1, Array(text.utf8)) }

    package func send(opcode: UInt8, isFinal: Bool = true, _ payload: [UInt8] = []) async throws {
        try await write(Self.frame(opcode: opcode, isFinal: isFinal, payload))
    }

    package func sendClose(_ code: UInt16?) async throws {
        try await send(opcode: 8, code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? [])
    }

    /// The bytes of a client's frame.
    package static func frame(opcode: UInt8, isFinal: Bool = true, _ payload: [UInt8], isMasked: Bool = true) -> [UInt8] {
        var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
        let mark: UInt8 = isMasked ? 0x80 : 0
        switch payload.count {
        case ...125: bytes.append(mark | UInt8(payload.count))
        case ...0xFFFF: bytes += [mark | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            bytes.append(mark | 127)
            for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift)) }
        }
        guard isMasked else { return bytes + payload }
        let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        return bytes + mask + payload.enumerated().map { $0.element ^ mask[$0.offset % 4] }
    }

    // MARK: Reading

    /// The next frame; nil when the server ended the connection.
    package func next(within patience: Duration = .seconds(20)) async throws -> Frame? {
        while true {
            if let frame = readFrame() { return frame }
            guard try await readMore(within: patience) else { return nil }
        }
    }

    /// The next text, past pings and pongs.
    package func text(within patience: Duration = .seconds(20)) async throws -> String {
        while let frame = try await next(within: patience) {
            if frame.opcode == 1 { return frame.text }
            if frame.opcode == 8 { throw Ended() }
        }
        throw Ended()
    }

    /// The code of the server's close frame, past everything before it; nil when it ended the connection without one.
    package func closeCode(within patience: Duration = .seconds(20)) async throws -> Int? {
        while let frame = try await next(within: patience) {
            if frame.opcode == 8 { return frame.closeCode }
        }
        return nil
    }

    private func readFrame() -> Frame? {
        let start = buffer.readerIndex
        guard let first = buffer.getInteger(at: start, as: UInt8.self), let second = buffer.getInteger(at: start + 1, as: UInt8.self) else { return nil }
        var header = 2
        var count = Int(second & 0x7F)
        if count == 126 {
            guard let word = buffer.getInteger(at: start + 2, as: UInt16.self) else { return nil }
            (count, header) = (Int(word), 4)
        } else if count == 127 {
            guard let long = buffer.getInteger(at: start + 2, as: UInt64.self) else { return nil }
            (count, header) = (Int(long), 10)
        }
        guard buffer.readableBytes >= header + count else { return nil }
        buffer.moveReaderIndex(forwardBy: header)
        return Frame(isFinal: first & 0x80 != 0, opcode: first & 0x0F, payload: buffer.readBytes(length: count) ?? [])
    }

    private func readMore(within patience: Duration = .seconds(20)) async throws -> Bool {
        let channel = channel
        let timer = Task {
            try await Task.sleep(for: patience)
            // Ends the stream below; that it was too late is seen by the clock.
            try await channel.close()
        }
        let deadline = ContinuousClock.now + patience
        let piece = await pieces.next()
        timer.cancel()
        guard var piece else {
            if ContinuousClock.now >= deadline { throw TookTooLong() }
            return false
        }
        buffer.writeBuffer(&piece)
        return true
    }

    /// Takes nothing more from the network, so that the server's writes back up.
    package func stopReading() async throws { try await channel.setOption(ChannelOptions.autoRead, value: false).get() }

    /// Cuts the connection without a word.
    package func cut() async { try? await channel.close() }
}

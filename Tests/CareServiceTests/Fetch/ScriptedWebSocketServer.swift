import Crypto
import Foundation
import NIOCore
import NIOPosix
import TestKit

/// A WebSocket server that says what it is told to, byte by byte, and keeps what it hears: none of ours stands behind it.
final class ScriptedWebSocketServer: @unchecked Sendable {  // each is used by one task at a time
    private let listening: any Channel
    private var iterator: AsyncStream<Connection>.Iterator

    var port: Int { listening.localAddress?.port ?? 0 }

    /// One at a time comes to `next`.
    struct Connection: Sendable {
        let channel: any Channel
        let bytes: AsyncStream<[UInt8]>
    }

    private final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        let continuation: AsyncStream<[UInt8]>.Continuation
        init(_ continuation: AsyncStream<[UInt8]>.Continuation) { self.continuation = continuation }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) { continuation.yield(Array(unwrapInboundIn(data).readableBytesView)) }
        func channelInactive(context: ChannelHandlerContext) { continuation.finish() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    init() async throws {
        let (connections, opened) = AsyncStream.makeStream(of: Connection.self)
        listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                let (bytes, heard) = AsyncStream.makeStream(of: [UInt8].self)
                opened.yield(Connection(channel: channel, bytes: bytes))
                return channel.pipeline.addHandler(Handler(heard))
            }
            .bind(host: "127.0.0.1", port: 0).get()
        iterator = connections.makeAsyncIterator()
    }

    func close() async { try? await listening.close() }

    /// Takes a handshake and answers it with `answer`, or as a WebSocket, and `script` right behind it.
    func accept(_ script: [[UInt8]] = [], answer: String? = nil) async throws -> ScriptedPeer {
        guard let connection = await iterator.next() else { throw TestKitError("nobody came") }
        let peer = ScriptedPeer(connection)
        let head = try await peer.head()
        let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("sec-websocket-key:") }
        let key = line?.split(separator: ":")[1].trimmingCharacters(in: .whitespaces) ?? ""
        let accepted = Data(Insecure.SHA1.hash(data: Data((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
        let taken = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(accepted)\r\n\r\n"
        try await peer.write(Array((answer ?? taken).utf8) + (script.first ?? []))
        for bytes in script.dropFirst() {
            // In packets of their own.
            try await Task.sleep(for: .milliseconds(5))
            try await peer.write(bytes)
        }
        return peer
    }

    /// The bytes of a server's frame.
    static func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
        RawWebSocket.frame(opcode: opcode, isFinal: isFinal, payload, isMasked: false)
    }
}

/// The server's end of one connection.
final class ScriptedPeer: @unchecked Sendable {  // used by one task at a time
    private let channel: any Channel
    private var pieces: AsyncStream<[UInt8]>.Iterator
    private var buffer: [UInt8] = []

    init(_ connection: ScriptedWebSocketServer.Connection) { (channel, pieces) = (connection.channel, connection.bytes.makeAsyncIterator()) }

    func write(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

    func cut() async { try? await channel.close() }

    func stopReading() async throws { try await channel.setOption(ChannelOptions.autoRead, value: false).get() }

    fileprivate func head() async throws -> String {
        while true {
            let text = String(decoding: buffer, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                buffer.removeFirst(text[..<end.upperBound].utf8.count)
                return String(text[..<end.lowerBound])
            }
            guard let more = await pieces.next() else { throw TestKitError("cut off within a head") }
            buffer += more
        }
    }

    /// The client's next frame, unmasked; nil when it is gone.
    func next() async -> (opcode: UInt8, payload: [UInt8])? {
        while true {
            if let frame = readFrame() { return frame }
            guard let more = await pieces.next() else { return nil }
            buffer += more
        }
    }

    private func readFrame() -> (opcode: UInt8, payload: [UInt8])? {
        guard buffer.count >= 2 else { return nil }
        var (count, header) = (Int(buffer[1] & 0x7F), 2)
        let long = count == 126 ? 2 : count == 127 ? 8 : 0
        if long > 0 {
            guard buffer.count >= 2 + long else { return nil }
            count = buffer[2..<2 + long].reduce(0) { $0 << 8 | Int($1) }
            header += long
        }
        guard buffer.count >= header + 4 + count else { return nil }
        let mask = Array(buffer[header..<header + 4])
        let payload = buffer[(header + 4)..<(header + 4 + count)].enumerated().map { $0.element ^ mask[$0.offset % 4] }
        defer { buffer.removeFirst(header + 4 + count) }
        return (buffer[0] & 0x0F, payload)
    }
}

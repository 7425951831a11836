import Foundation
import NIOCore
import NIOPosix

/// A client of server-sent events that shows each as it came, and can stop reading or be cut.
final class RawEventSource: @unchecked Sendable {  // each is used by one task at a time; only the stream of pieces crosses threads
    struct Event: Equatable, Sendable {
        var name = ""
        /// What a browser would send as Last-Event-ID after it.
        var id: String?
        var data = ""
    }

    struct Ended: Error {}

    private final class Collector: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        let pieces: AsyncStream<ByteBuffer>.Continuation
        init(_ pieces: AsyncStream<ByteBuffer>.Continuation) { self.pieces = pieces }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) { pieces.yield(unwrapInboundIn(data)) }
        func channelInactive(context: ChannelHandlerContext) { pieces.finish() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private let channel: any Channel
    private var pieces: AsyncStream<ByteBuffer>.Iterator
    private var bytes = ByteBuffer()
    /// What the chunks carried and was not yet taken.
    private var text = ""
    private(set) var status = 0
    private(set) var headers: [String: String] = [:]
    private(set) var lastEventID: String?
    private(set) var retry: Int?

    private init(_ channel: any Channel, _ pieces: AsyncStream<ByteBuffer>) {
        self.channel = channel
        self.pieces = pieces.makeAsyncIterator()
    }

    static func open(port: Int, path: String = "/feed", headers: [String: String]) async throws -> RawEventSource {
        let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { $0.pipeline.addHandler(Collector(continuation)) }
            .connect(host: "127.0.0.1", port: port).get()
        let source = RawEventSource(channel, stream)
        let fields = ["Host": "127.0.0.1:\(port)", "Accept": "text/event-stream"].merging(headers) { $1 }
        let lines = fields.map { "\($0.key): \($0.value)\r\n" }.joined()
        try await channel.writeAndFlush(ByteBuffer(string: "GET \(path) HTTP/1.1\r\n\(lines)\r\n"))
        try await source.readHead()
        return source
    }

    /// The next event; nil when the server has ended the stream as it should. Throws `Ended` when it was broken off.
    func next() async throws -> Event? {
        var event = Event()
        while let line = try await line() {
            let (field, value) = Self.parts(line)
            switch field {
            case "event": event.name = value
            case "data": event.data = value
            case "id":
                event.id = value
                lastEventID = value
            case "retry": retry = Int(value)
            default:
                guard line.isEmpty, !event.data.isEmpty else { continue }
                return event
            }
        }
        return nil
    }

    /// Waits for a comment.
    func heartbeat() async throws {
        while let line = try await line() { if line == ":" { return } }
        throw Ended()
    }

    func stopReading() async throws { try await channel.setOption(ChannelOptions.autoRead, value: false).get() }
    func cut() async { try? await channel.close() }

    private static func parts(_ line: String) -> (field: String, value: String) {
        guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return ("", "") }
        let value = line[line.index(after: colon)...]
        return (String(line[..<colon]), String(value.first == " " ? value.dropFirst() : value))
    }

    private func line() async throws -> String? {
        while true {
            if let end = text.firstIndex(of: "\n") {
                let line = String(text[..<end])
                text.removeSubrange(...end)
                return line
            }
            guard try await readChunk() else { return nil }
        }
    }

    private func readHead() async throws {
        var lines: [String] = []
        while let line = try await rawLine(), !line.isEmpty { lines.append(line) }
        status = Int(lines.first?.split(separator: " ").dropFirst().first ?? "") ?? 0
        for line in lines.dropFirst() {
            let (name, value) = Self.parts(line)
            headers[name.lowercased()] = value
        }
    }

    private func readChunk() async throws -> Bool {
        guard let line = try await rawLine(), let size = Int(line, radix: 16) else { throw Ended() }
        while bytes.readableBytes < size + 2 { guard try await readMore() else { throw Ended() } }
        text += bytes.readString(length: size) ?? ""
        bytes.moveReaderIndex(forwardBy: 2)
        return size > 0
    }

    private func rawLine() async throws -> String? {
        while true {
            if let end = bytes.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
                let line = bytes.readString(length: end - bytes.readerIndex) ?? ""
                bytes.moveReaderIndex(forwardBy: 1)
                return line.last == "\r" ? String(line.dropLast()) : line
            }
            guard try await readMore() else { return nil }
        }
    }

    private func readMore() async throws -> Bool {
        guard var piece = await pieces.next() else { return false }
        bytes.writeBuffer(&piece)
        return true
    }
}

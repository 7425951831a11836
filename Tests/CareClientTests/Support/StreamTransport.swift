import CareClientTesting
import Foundation

@testable import CareClient

/// A network in which WebSockets are blocked: an event stream that the test writes, where there is one, and requests.
final class StreamTransport: Transport {
    private let server: FakeServer
    private let streams = Locked<[AsyncThrowingStream<Data, any Error>]>([])
    private let asked = Locked<[HTTPCall]>([])
    /// What becomes of a WebSocket.
    private let blocked: TransportFault

    init(_ server: FakeServer, blocked: TransportFault = .unreachable) { (self.server, self.blocked) = (server, blocked) }

    /// The attempts to open a stream, in order.
    var opened: [HTTPCall] { asked.withLock { $0 } }

    /// What the next attempt gets.
    func offer() -> AsyncThrowingStream<Data, any Error>.Continuation {
        let (stream, writer) = AsyncThrowingStream<Data, any Error>.makeStream()
        streams.withLock { $0.append(stream) }
        return writer
    }

    func send(_ call: HTTPCall) async throws -> HTTPReply { try await server.send(call) }

    func openSocket(_ call: HTTPCall) async throws -> any TransportSocket {
        do { return try await server.openSocket(call) } catch { throw blocked }
    }

    func openStream(_ call: HTTPCall) async throws -> HTTPStream {
        guard let stream = streams.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { throw TransportFault.unreachable }
        asked.withLock { $0.append(call) }
        return HTTPStream(status: 200, headers: ["Content-Type": "text/event-stream; charset=utf-8"], parts: stream)
    }
}

extension AsyncThrowingStream<Data, any Error>.Continuation {
    func say(_ name: String, _ data: String) { yield(Data("event: \(name)\ndata: \(data)\n\n".utf8)) }
}

import CareClient
import Foundation

/// A live stream whose server is the test.
public final class FakeSocket: TransportSocket {
    private let news: AsyncStream<SocketNews>
    private let server: AsyncStream<SocketNews>.Continuation
    private let heard: AsyncStream<String>
    private let client: AsyncStream<String>.Continuation

    public init() {
        (news, server) = AsyncStream<SocketNews>.makeStream()
        (heard, client) = AsyncStream<String>.makeStream()
    }

    // MARK: The server's side

    /// A frame, such as `{"type":"hello","heartbeatSeconds":60}`.
    public func say(_ text: String) { server.yield(.message(Data(text.utf8))) }

    public func end(_ code: Int) { server.yield(.closed(code: code)) }

    /// Without a word.
    public func breakOff() { server.finish() }

    /// What the client says next; nil when it has gone.
    public func next() async -> String? {
        for await text in heard { return text }
        return nil
    }

    // MARK: The client's

    public func send(_ text: String) async throws { client.yield(text) }

    public func receive() async throws -> SocketNews {
        for await each in news { return each }
        throw TransportFault.unreachable
    }

    public func close() {
        server.finish()
        client.finish()
    }
}
